/** Values for a preview as the API takes them. */
export interface TypedValues {
  data?: Record<string, unknown>;
  event?: Record<string, unknown>;
}

/** Values that were typed for variables, by their names; an empty text is none. `data.plan` and `plan` are the same field. */
export function typedValues(typed: Readonly<Record<string, string>>): TypedValues {
  const given = Object.entries(typed).filter(([, text]) => text.trim() !== '');
  const isEvent = ([name]: [string, string]): boolean => name.startsWith('event.');
  const values = (entries: [string, string][], prefix: RegExp): Record<string, unknown> => {
    const result: Record<string, unknown> = {};
    for (const [name, text] of entries) put(result, name.replace(prefix, '').split('.'), valueOf(text));
    return result;
  };
  const event = given.filter(isEvent);
  const data = given.filter((entry) => !isEvent(entry));
  return {
    ...(data.length > 0 ? { data: values(data, /^data\./) } : {}),
    ...(event.length > 0 ? { event: values(event, /^event\./) } : {}),
  };
}

/** Puts a value at a path; names that are not the object's own are not followed. */
function put(target: Record<string, unknown>, [first, ...rest]: string[], value: unknown): void {
  if (first === undefined || first === '__proto__') return;
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = Object.hasOwn(target, first) ? target[first] : undefined;
  const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  target[first] = next;
  put(next, rest, value);
}

/** Numbers and booleans are read as such, so that conditions on them hold; lists in JSON too, so that loops have them. */
function valueOf(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === 'true') return true;
  if (trimmed === 'false') return false;
  if (trimmed.startsWith('[')) return listOf(trimmed);
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

function listOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
