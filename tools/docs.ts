/** `npm run docs`: writes the files that are made from code, most of them pages of docs/. */
import { build } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const bundle = join(root, 'dist/tools/docs.mjs');

await build({
  entryPoints: [join(root, 'tools/docs/content.ts')],
  tsconfig: join(root, 'tsconfig.base.json'),
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
});
const { pages } = (await import(pathToFileURL(bundle).href)) as { pages: () => Record<string, string> };
for (const [file, content] of Object.entries(pages())) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}
