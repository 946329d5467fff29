import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';

const root = join(__dirname, '..');
const description = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; summary: string; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, object> };
};

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
);

describe('docs/openapi.json and the types of the client', () => {
  it('say what the controllers and the wire classes say', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/openapi.ts'), '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('name every operation once, with a sentence', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(operations.filter(({ summary }) => !/^[A-Z`0-9].*[.:]?$/.test(summary))).toEqual([]);
    expect(operations.length).toBeGreaterThan(100);
  });

  it('have only schemas that a validator takes, and no reference that leads nowhere', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', components: description.components });
    for (const name of Object.keys(description.components.schemas)) {
      expect(() => ajv.compile({ $ref: `openapi#/components/schemas/${name}` })).not.toThrow();
    }
    const references = [...JSON.stringify(description.paths).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
    const missing = references.map(([, name]) => name!).filter((name) => !(name in description.components.schemas));
    expect(missing).toEqual([]);
  });
});
