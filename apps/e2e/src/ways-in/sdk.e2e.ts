import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotFoundError, PermissionError, ValidationError, Waybill } from '@waybill/sdk/index';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { output, root } from '@waybill/testing/process/programs';

let system: System;
let customer: Customer;
let waybill: Waybill;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
  waybill = new Waybill({ url: system.url, secretKey: customer.project.secretKey });
});
afterAll(() => system?.stop());

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

describe('the client', () => {
  it('sends an email once per key and reads its waybill', async () => {
    const email = { from: customer.from, to: newAddress(), subject: 'Hello', body: '<p>Hello</p>' };
    const sent = await waybill.emails.send(email, { idempotencyKey: 'order-1042' });
    expect(await waybill.emails.send(email, { idempotencyKey: 'order-1042' })).toEqual(sent);
    const { email: id, contact } = sent.emails[0]!;
    const delivered = await eventually('the email is delivered', async () => {
      const read = await waybill.emails.get(id);
      return read.status === 'DELIVERED' ? read : null;
    });
    expect(delivered).toMatchObject({ id, to: contact.email, subject: 'Hello', sourceType: 'TRANSACTIONAL' });
    expect(delivered.timeline.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['requested', 'attempt', 'delivery']),
    );
  });

  it('tells by the class, the code and the fields of an error why a call was refused', async () => {
    const refused = (change: object): Promise<unknown> => {
      const email = { from: customer.from, to: newAddress(), subject: 'Hello', body: '<p>Hello</p>', ...change };
      return waybill.emails.send(email).catch((error: unknown) => error);
    };
    const invalid = await refused({ to: 'nowhere' });
    expect(invalid).toBeInstanceOf(ValidationError);
    expect(invalid).toMatchObject({ code: 'VALIDATION_ERROR', fields: [{ field: 'to', code: 'invalid_email' }] });
    expect((invalid as ValidationError).requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await refused({ from: 'hello@elsewhere.example' })).toBeInstanceOf(PermissionError);
    await expect(waybill.contacts.get(`cnt_${crypto.randomUUID()}`)).rejects.toThrow(NotFoundError);
  });

  it('iterates over a list of several pages', async () => {
    const project = new Waybill({ url: system.url, secretKey: (await Customer.join(system)).project.secretKey });
    const made: string[] = [];
    for (let number = 0; number < 5; number++) made.push((await project.contacts.save({ email: newAddress() })).id);
    const found = await all(project.contacts.list({ limit: 2 }));
    expect(found.map(({ id }) => id).sort()).toEqual(made.sort());
  });

  it('manages templates, segments, campaigns, workflows and suppressions', async () => {
    const content = { subject: 'News', body: '<p>{{email}}</p>', from: customer.from };
    const template = await waybill.templates.create({ name: 'News', type: 'MARKETING', ...content });
    await waybill.templates.update(template.id, { name: 'Weekly news' });
    const templates = await all(waybill.templates.list({ limit: 1 }));
    expect(templates.map(({ name }) => name)).toEqual(['Weekly news']);
    const segment = await waybill.segments.create({ name: 'Friends', type: 'STATIC' });
    const friend = await waybill.contacts.save({ email: newAddress() });
    await waybill.segments.add(segment.id, [friend.email]);
    const members = await all(waybill.segments.contacts(segment.id, { pageSize: 1 }));
    expect(members.map(({ id }) => id)).toEqual([friend.id]);
    const campaign = await waybill.campaigns.create({
      name: 'News',
      audienceType: 'SEGMENT',
      segmentId: segment.id,
      ...content,
    });
    expect(await waybill.campaigns.get(campaign.id)).toMatchObject({ status: 'DRAFT', segmentId: segment.id });
    await waybill.campaigns.delete(campaign.id);
    const workflow = await waybill.workflows.create({ name: 'Welcome', eventName: 'signed up' });
    expect((await waybill.workflows.list().page()).data.map(({ id }) => id)).toEqual([workflow.id]);
    await waybill.suppressions.add({ email: 'gone@person.example' });
    expect((await waybill.suppressions.list().page()).data.map(({ email }) => email)).toEqual(['gone@person.example']);
    await waybill.suppressions.lift('gone@person.example');
  });

  it('knows the project of its key and the state of its domains', async () => {
    const { projectId, senderDomain } = customer.project;
    expect(await waybill.projects.current()).toMatchObject({ id: projectId, defaultSenderDomain: senderDomain });
    const [domain] = await waybill.domains.list();
    expect(domain).toMatchObject({ domain: senderDomain, verified: true });
    expect(await waybill.verify('ada@person.example')).toMatchObject({ email: 'ada@person.example' });
  });
});

describe('the package @waybill/sdk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-sdk-'));
  const env = (): Record<string, string> => ({
    WAYBILL_URL: system.url,
    WAYBILL_SECRET_KEY: customer.project.secretKey,
  });

  beforeAll(async () => {
    await output('node', ['tools/sdk/build.ts']);
    const packed = await output('npm', ['pack', '--silent', '--pack-destination', folder, './dist/libs/sdk']);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    await output('npm', ['install', '--silent', '--offline', `./${packed.trim()}`], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs its example as an ES module', async () => {
    cpSync(join(root, 'libs/sdk/example/send-and-follow.mjs'), join(folder, 'example.mjs'));
    const lines = await output('node', ['example.mjs', customer.from, newAddress()], { cwd: folder, env: env() });
    expect(lines).toMatch(/ requested\n(.*\n)*.* delivery\n/);
  });

  it('runs as a CommonJS module', async () => {
    const script =
      "const { Waybill } = require('@waybill/sdk'); new Waybill().projects.current().then(({ id }) => console.log(id));";
    const id = await output('node', ['-e', script], { cwd: folder, env: env() });
    expect(id.trim()).toBe(customer.project.projectId);
  });

  it('has types for ES modules and CommonJS, and a build for pages without a word of Node', async () => {
    const use =
      "new Waybill({ url: 'https://a.example', secretKey: 'sk_1' }).emails.send({ to: 'a@b.example' }).then((sent) => sent.emails[0]?.contact.id satisfies string | undefined);";
    writeFileSync(join(folder, 'module.mts'), `import { Waybill } from '@waybill/sdk';\n${use}\n`);
    writeFileSync(join(folder, 'common.cts'), `import { Waybill } from '@waybill/sdk';\n${use}\n`);
    const wrong = '// @ts-expect-error a contact has no such field\nnew Waybill().contacts.save({ email: 1 });';
    writeFileSync(join(folder, 'wrong.mts'), `import { Waybill } from '@waybill/sdk';\n${wrong}\n`);
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2023,dom',
      '--types',
      '',
    ];
    const compiler = join(root, 'node_modules/typescript7/bin/tsc');
    await output('node', [compiler, ...options, 'module.mts', 'common.cts', 'wrong.mts'], { cwd: folder });
    const page =
      "import { Waybill } from '@waybill/sdk'; globalThis.waybill = new Waybill({ url: 'https://a.example', publicKey: 'pk_1' });";
    writeFileSync(join(folder, 'page.js'), page);
    const bundle = await output(
      join(root, 'node_modules/.bin/esbuild'),
      ['page.js', '--bundle', '--platform=browser'],
      { cwd: folder },
    );
    expect(bundle).not.toMatch(/process\.|'node:|require\(/);
  });
});
