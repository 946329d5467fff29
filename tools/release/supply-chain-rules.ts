/** The rules for what is installed and shipped; pure. */

export interface Lockfile {
  lockfileVersion: number;
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>;
}
export interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}
/** The part of a CycloneDX document that is looked at. */
export interface Bom {
  components: {
    name: string;
    group?: string;
    version: string;
    licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  }[];
}
export interface AuditReport {
  vulnerabilities?: Record<string, { severity: string; via: (string | { url?: string; title?: string })[] }>;
}

const allowedLicences = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0'],
  ...['Unlicense', 'Python-2.0'],
]);

/** Packages whose licence is not in the list above, each with the reason why it may be shipped. */
const licenceExceptions: Record<string, string> = {
  '@img/sharp-libvips': 'LGPL: a shared library that is loaded as it is and may be replaced',
  '@img/sharp-': 'LGPL: binding of that library for a platform',
  'passport-strategy': 'MIT by its LICENSE file; the manifest does not name it',
  pause: 'MIT by its README; the manifest does not name it',
};

/** Advisories that do not concern this code: until the day, with the reason. */
const advisoryExceptions: Record<string, { until: string; reason: string }> = {};

/** Every package must have a hash, come from the registry and be pinned. */
export function lockProblems(lock: Lockfile, manifest: Manifest): string[] {
  const problems = lock.lockfileVersion === 3 ? [] : [`package-lock.json has version ${lock.lockfileVersion}, not 3`];
  for (const [path, { resolved, integrity, link }] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || link) continue;
    if (!integrity?.startsWith('sha512-')) problems.push(`${path} has no sha512 in package-lock.json`);
    if (resolved) problems.push(`${path} is bound to ${resolved}: keep addresses out of package-lock.json`);
  }
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (!/^(npm:(@?[\w./-]+)@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
      problems.push(`${name} is ${version} in package.json: pin one version`);
    }
  }
  return problems;
}

export function licenceProblems(bom: Bom): string[] {
  return bom.components.flatMap(({ group, name, version, licenses = [] }) => {
    const full = group ? `${group}/${name}` : name;
    const texts = licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression ?? '');
    const isAllowed = texts.length > 0 && texts.every(allows);
    const isException = Object.keys(licenceExceptions).some((prefix) =>
      prefix.endsWith('-') || prefix.startsWith('@') ? full.startsWith(prefix) : full === prefix,
    );
    return isAllowed || isException
      ? []
      : [`${full} ${version} has the licence "${texts.join(', ')}", which is not allowed`];
  });
}

/** One of the licences joined by OR, and all of those joined by AND. */
function allows(expression: string): boolean {
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((licence) => allowedLicences.has(licence)));
}

/** High and critical advisories without an exception that still holds on `today`. */
export function vulnerabilityProblems(
  { vulnerabilities = {} }: AuditReport,
  today: Date,
  exceptions: typeof advisoryExceptions = advisoryExceptions,
): string[] {
  return Object.entries(vulnerabilities).flatMap(([name, { severity, via }]) => {
    if (!['high', 'critical'].includes(severity)) return [];
    const advisories = via.filter((each) => typeof each === 'object');
    const open = advisories.filter(({ url = '' }) => {
      const exception = exceptions[url.split('/').at(-1)!];
      return !exception || new Date(exception.until) < today;
    });
    return open.map(({ title, url }) => `${name}: ${severity}: ${title} (${url})`);
  });
}
