/**
 * `npm run doctor`: what every service of the running local stack needs. Where none runs, the services are checked with the
 * environment of this command, as on a server. Exits 1 when a check fails.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ControlClient } from '../stack/control.ts';
import { SERVICES } from '../stack/services.ts';
import { stateFolder } from '../stack/state-folder.ts';

const root = process.cwd();
const stack = await ControlClient.open(stateFolder(root).control).catch(() => null);
console.log(stack ? 'The local stack:' : 'No local stack runs here: the settings are those of this environment.');
const names = SERVICES.map(({ name }) => name);
const missing = names.filter((name) => !existsSync(join(root, 'dist/apps', name, 'main.js')));
if (missing.length > 0)
  execFileSync(process.execPath, [join(import.meta.dirname, '../build.ts'), ...missing], { cwd: root });
let failed = 0;
for (const name of names) {
  const env = stack ? (await stack.ask({ op: 'environment', service: name })).env : process.env;
  console.log(`\n${name}`);
  const program = join(root, 'dist/apps', name, 'main.js');
  const child = spawn(process.execPath, [program, 'doctor'], { env: { ...process.env, ...env }, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) failed += 1;
}
stack?.close();
console.log(
  failed > 0 ? `\n${failed} of ${names.length} services need a fix.` : '\nEverything that was checked works.',
);
process.exitCode = failed > 0 ? 1 : 0;
