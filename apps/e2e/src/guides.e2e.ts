import { randomBytes } from 'node:crypto';
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

/** The settings by which a program reads the stream. */
function natsAccess(): Record<string, string> {
  const { host, username, password } = new URL(system.nats.url);
  return { NATS_URL: `nats://${host}`, NATS_USER: username, NATS_PASSWORD: password };
}

/** Adding a domain needs a key that the shared system does not have. */
async function withSecretsKey(work: () => Promise<void>): Promise<void> {
  const verifier = system.service('domain-verifier');
  await verifier.stop();
  await verifier.start({ SECRETS_KEY: randomBytes(32).toString('base64') });
  try {
    await work();
  } finally {
    await verifier.stop();
    await verifier.start();
  }
}

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
      ...natsAccess(),
    });
    const runAll = async (): Promise<void> => {
      for (const example of examplesOf(text)) await run.run(example);
    };
    try {
      await (name === 'domains.md' ? withSecretsKey(runAll) : runAll());
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
