import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(__dirname, '..');
const styles = join(__dirname, '../../../../node_modules/@mantine/core/styles');
const [first, rest] = ['kit.css', 'kit-rest.css'].map((name) =>
  [...readFileSync(join(__dirname, name), 'utf8').matchAll(/styles\/([\w-]+)\.css'/g)].map(([, style]) => style!),
);

/** Every name that a file imports from the kit. */
function importedNames(): Set<string> {
  const texts = globSync('**/*.tsx', { cwd: source }).map((file) => readFileSync(join(source, file), 'utf8'));
  const lists = texts.flatMap((text) =>
    [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].map(([, list]) => list!),
  );
  return new Set(lists.flatMap((list) => list.split(',')).map((name) => name.replace(/^\s*type\s/, '').trim()));
}

describe('the styles of the kit', () => {
  it('hold those of every component that a screen uses', () => {
    const names = [...importedNames()].filter((name) => existsSync(join(styles, `${name}.css`)));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !first!.includes(name) && !rest!.includes(name))).toEqual([]);
  });

  it('are each in one of the two files, the first of which the first page loads', () => {
    expect(rest!.filter((name) => first!.includes(name))).toEqual([]);
    expect(first).toContain('global');
  });
});
