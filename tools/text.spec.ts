import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
const folder = join(root, 'apps/dashboard/src/text/catalog');
const read = (language: string) =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Record<string, unknown[]>;

/** The names of the values in a compiled message, in its branches too. */
function valuesOf(parts: unknown): string[] {
  if (!Array.isArray(parts)) return [];
  const found = parts.flatMap((part: unknown): string[] => {
    if (!Array.isArray(part)) return [];
    const [name, , branches] = part as [string, string?, Record<string, unknown>?];
    return [name, ...Object.values(branches ?? {}).flatMap(valuesOf)];
  });
  return [...new Set(found)].sort();
}

/** The values of a message that has no other syntax, and is therefore not in the compiled catalog of English. */
const valuesIn = (id: string): unknown[] => [...id.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name]);

describe('the catalogs of the dashboard', () => {
  it('hold the messages of the code, compiled', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/text.ts'), '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('give each translation the values of its message', () => {
    const [english, german] = [read('en'), read('de')];
    const different = Object.entries(german).filter(
      ([id, parts]) => valuesOf(parts).join() !== valuesOf(english[id] ?? valuesIn(id)).join(),
    );
    expect(Object.keys(german).length).toBeGreaterThan(1_000);
    expect(different).toEqual([]);
  });
});
