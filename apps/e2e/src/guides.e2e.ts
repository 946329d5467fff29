import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { System } from '@waybill/testing/system';
import { Customer } from './customer';
import { examplesOf, GuideRun } from './guide.fixture';

const root = join(__dirname, '../../..');
const guides = join(root, 'docs/guides');
const names = readdirSync(guides).filter((name) => name.endsWith('.md'));

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

describe.each(names)('docs/guides/%s', (name) => {
  const text = readFileSync(join(guides, name), 'utf8');

  it('has examples that run and answer what it shows', async () => {
    const customer = await Customer.join(system);
    // Under the packages of the repository, so that programs find them.
    const folder = join(root, 'dist', `guide-${process.pid}-${name}`);
    mkdirSync(folder, { recursive: true });
    const run = new GuideRun(folder, {
      PATH: process.env['PATH'] ?? '',
      WAYBILL_URL: system.url,
      WAYBILL_KEY: customer.project.secretKey,
      WAYBILL_PUBLIC: customer.project.publicKey,
      WAYBILL_PROJECT: customer.project.projectId,
      SENDER: customer.from,
      NATS_URL: system.nats.url,
    });
    try {
      for (const example of examplesOf(text)) await run.run(example);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 120_000);

  it('links to pages and headings that exist', () => {
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const [file = '', heading] = target.split('#');
      const path = file === '' ? join(guides, name) : join(dirname(join(guides, name)), file);
      expect({ target, exists: existsSync(path) }).toEqual({ target, exists: true });
      if (heading) expect(headingsOf(path)).toContain(heading);
    }
  });
});

it('every guide stands in the list of guides', () => {
  const list = readFileSync(join(guides, 'README.md'), 'utf8');
  for (const name of names.filter((each) => each !== 'README.md')) expect(list).toContain(`](${name})`);
});

/** The anchors of the headings of a page. */
const headingsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
