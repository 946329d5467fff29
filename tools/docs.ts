/** `npm run docs`: writes the pages of docs/ that are made from code. */
import { build } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
mkdirSync(join(root, 'docs'), { recursive: true });
for (const [file, content] of Object.entries(pages())) writeFileSync(join(root, 'docs', file), content);
