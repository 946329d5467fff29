import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Editor } from '@tiptap/core';
import type { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { buildSync } from 'esbuild';

/** The parts of the visual editor and of its libraries that specs use. */
type Visual = typeof import('./block-place') &
  typeof import('./compose') &
  typeof import('./extensions') & {
    Editor: typeof Editor;
    NodeSelection: typeof NodeSelection;
    TextSelection: typeof TextSelection;
  };

const contents = `
  export * from './block-place';
  export * from './compose';
  export * from './extensions';
  export { Editor } from '@tiptap/core';
  export { NodeSelection, TextSelection } from '@tiptap/pm/state';
`;

/** The visual editor without its page, as one bundle: some of its libraries are ES modules alone, which Jest does not load. */
export function loadVisual(): Visual {
  const folder = mkdtempSync(join(tmpdir(), 'visual-'));
  const outfile = join(folder, 'visual.cjs');
  try {
    const stdin = { contents, resolveDir: __dirname, loader: 'ts' } as const;
    buildSync({ stdin, bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'error' });
    return createRequire(__filename)(outfile) as Visual;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
