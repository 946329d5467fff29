import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = join(__dirname, '../../../../dist/apps/gateway/dashboard');

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** Every file that is loaded with these chunks, scripts and styles. */
function filesOf(names: string[], seen = new Set<string>()): Set<string> {
  const files = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    const { file, css = [], imports = [] } = manifest[name]!;
    [file, ...css, ...filesOf(imports, seen)].forEach((each) => files.add(each));
  }
  return files;
}

const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0) / 1_000;

/** Loaded with every page but home. */
const kitStyles = 'src/theme/kit-rest.css';

const firstPage = filesOf(['index.html', 'src/home/home-page.tsx']);

const workflowPage = filesOf(['src/workflows/workflow-page.tsx']);
const templatePage = filesOf(['src/templates/template-page.tsx']);
/** The writer of HTML that the visual editor loads when it composes for the first time. */
const htmlWriter = Object.keys(manifest).filter((name) => name.includes('react-dom/server'));

/** Kilobytes that a chunk adds to files that are there already. */
const added = (names: string[], there: Set<string>): number =>
  kilobytes([...filesOf(names)].filter((file) => !there.has(file)));

describe('the size of the dashboard, in kilobytes of gzip', () => {
  it('is at most 200 for the first page, with the frame and home without its chart', () => {
    expect(kilobytes(firstPage)).toBeLessThan(200);
  });

  it.each([
    ['the rest of the styles of the kit', kitStyles, 16, firstPage],
    ['the drawing of charts', 'src/parts/chart/line-drawing.tsx', 122, firstPage],
    ['the canvas beside the workflow', 'src/workflows/graph/canvas.tsx', 80, new Set([...firstPage, ...workflowPage])],
  ] as const)('grows with %s by what was planned for it', (_name, chunk, limit, there) => {
    expect(added([chunk], there)).toBeLessThan(limit);
  });

  it.each([
    ['the command palette', 'src/shell/keys/palette.tsx', 240],
    ['the domains', 'src/domains/domains-page.tsx', 250],
    ['a workflow with its forms and lists', 'src/workflows/workflow-page.tsx', 295],
  ])('is with %s, and all of the kit that it stands on, at most what was planned for them', (_name, chunk, limit) => {
    expect(kilobytes(new Set([...firstPage, ...filesOf([kitStyles, chunk])]))).toBeLessThan(limit);
  });

  it('grows with an editor on the page of a content alone, and with the visual one by at most 460', () => {
    const there = new Set([...firstPage, ...templatePage]);
    const [code, visual] = ['src/editor/code/code-mirror.tsx', 'src/editor/visual/visual-field.tsx'] as const;
    for (const name of [code, visual]) expect(there).not.toContain(manifest[name]!.file);
    expect(htmlWriter).toHaveLength(1);
    expect(added([code], there)).toBeLessThan(210);
    expect(added([visual, ...htmlWriter], there)).toBeLessThan(460);
  });
});
