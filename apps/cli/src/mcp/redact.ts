const hidden = '[hidden]';

/** Ends of the names of properties and headers that hold a secret, for example in the settings of a webhook step. */
const secretName =
  /(^|[-_])(password|passwd|secret|token|credentials?|signature|authorization|cookie|(api|secret|access|private|signing)[-_]?key)$/;

const isSecret = (name: string): boolean => secretName.test(name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase());

const patterns: [RegExp, string][] = [
  // API keys of Waybill.
  [/\b([sp]k)_[A-Za-z0-9_-]{8,}/g, `$1_${hidden}`],
  // What follows a scheme of HTTP authentication.
  [/\b(Bearer|Basic)\s+[A-Za-z0-9+/._~=-]{8,}/gi, `$1 ${hidden}`],
  // The log-in of an address.
  [/(\bhttps?:\/\/)[^\s/@"<>]+@/gi, `$1${hidden}@`],
];

/** The value without secrets, at any depth: an assistant's context is stored and shown where the project has no say. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string')
    return patterns.reduce((text, [pattern, shown]) => text.replace(pattern, shown), value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      isSecret(name) && typeof item === 'string' ? hidden : withoutSecrets(item),
    ]),
  );
}
