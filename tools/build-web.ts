/**
 * Builds the dashboard with Vite into `dist/apps/gateway/dashboard`, beside the bundle of the gateway that serves it. Text
 * files get a `.br` and a `.gz` beside them. Nothing is done while the sources are those of the last build.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Apps that are built for browsers. */
export const webApps = ['dashboard'];

const compressible = /\.(css|html|js|json|svg)$/;
/** A gain below this number of bytes is not worth a second file. */
const smallest = 1_024;

/** The folder of the built files of the dashboard under `root`. */
export const webFolder = (root: string): string => join(root, 'dist/apps/gateway/dashboard');

/** Are there built files of the dashboard, of whatever age? */
export const hasWebApp = (root: string): boolean => existsSync(join(webFolder(root), 'index.html'));

/** Builds the app unless it is up to date; answers whether it was built. Rejects with Vite's message. */
export async function buildWebApp(app: string, root: string): Promise<boolean> {
  const mark = join(root, `dist/apps/${app}.sources`);
  const hash = hashOfSources(app, root);
  const isFresh = hasWebApp(root) && existsSync(mark);
  if (isFresh && readFileSync(mark, 'utf8') === hash) return false;
  // Vite takes the mode of React from here: what runs the build may have set another one.
  process.env['NODE_ENV'] = 'production';
  const { build } = await import('vite');
  await build({ configFile: join(root, 'apps', app, 'vite.config.mts'), logLevel: 'warn' });
  await compressFiles(webFolder(root));
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, hash);
  return true;
}

/** One text for all that a build depends on. */
function hashOfSources(app: string, root: string): string {
  const hash = createHash('sha256');
  const sources = globSync([`apps/${app}/**/*`, 'package-lock.json', 'tools/build-web.ts'], { cwd: root });
  for (const file of sources.filter((name) => /\.\w+$/.test(name) && !/\.spec\.ts$|\.md$/.test(name)).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

async function compressFiles(folder: string): Promise<void> {
  const files = globSync('assets/*', { cwd: folder }).filter((name) => compressible.test(name));
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      if (bytes.length < smallest) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}
