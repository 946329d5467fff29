/**
 * `node tools/release/service-packages.ts SERVICE`: prints the package.json of a built service, with the packages that its bundle
 * loads and no others. `npm prune` leaves an image those, as the lockfile names them.
 */
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

interface Manifest {
  version: string;
  license: string;
  dependencies: Record<string, string>;
  overrides: object;
}

const root = process.cwd();
const service = process.argv[2] ?? '';
const { version, license, dependencies, overrides } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Manifest;

const bundles = globSync(`dist/apps/${service}/*.js`, { cwd: root }).map((file) =>
  readFileSync(join(root, file), 'utf8'),
);
if (bundles.length === 0) throw new Error(`${service} is not built: node tools/build.ts ${service}`);
const namesIn = (pattern: RegExp): string[] =>
  bundles.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!));
const loaded = namesIn(/\b(?:require|import)\("((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"]*)?"\)/g);
const resolved = namesIn(/\.resolve\("((?:@[\w.-]+\/)?[\w.-]+)\/[^"]*"\)/g);
const unknown = loaded.filter((name) => !isBuiltin(name) && !(name in dependencies));
if (unknown.length > 0) throw new Error(`${service} loads ${unknown.join(', ')}, which package.json does not ship`);
const names = Object.keys(dependencies).filter((name) => loaded.includes(name) || resolved.includes(name));

const packages = Object.fromEntries(names.map((name) => [name, dependencies[name]]));
// `$name` means the version of a direct dependency, which a service need not have.
const pinned = JSON.parse(JSON.stringify(overrides), (_key, value: unknown) =>
  typeof value === 'string' && value.startsWith('$') ? dependencies[value.slice(1)] : value,
) as object;
const manifest = {
  name: `@waybill/${service}`,
  version,
  private: true,
  license,
  dependencies: packages,
  overrides: pinned,
};
console.log(JSON.stringify(manifest, null, 2));
