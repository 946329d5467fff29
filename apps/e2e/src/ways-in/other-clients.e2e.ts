import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Plunk from '@plunk/node';
import { output, root } from '@waybill/testing/process/programs';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

describe('the client @plunk/node', () => {
  const plunk = (key: string): Plunk => new Plunk(key, { baseUrl: `${system.url}/v1/` });

  it('sends an email', async () => {
    const to = newAddress();
    const email = {
      to,
      from: customer.from,
      name: 'Shop',
      subject: 'Your receipt',
      body: '<p>Thanks</p>',
      subscribed: true,
    };
    const answer: any = await plunk(customer.project.secretKey).emails.send(email);
    expect(answer).toMatchObject({ success: true, data: { emails: [{ contact: { email: to } }] } });
    expect(await customer.arrived(answer.data.emails[0].email)).toMatchObject({ to, subject: 'Your receipt' });
    expect(await customer.contact(to)).toMatchObject({ subscribed: true });
  });

  it('tracks an event with data that is kept and data that is not', async () => {
    const email = newAddress();
    const data = { plan: 'pro', code: { persistent: false, value: '1234' } };
    const answer = await plunk(customer.project.publicKey).events.track({ email, event: 'signed up', data });
    expect(answer).toMatchObject({ success: true });
    expect(await customer.contact(email)).toMatchObject({ data: { plan: 'pro' } });
  });

  it('gets the error of a wrong key', async () => {
    const send = plunk(`sk_${'x'.repeat(48)}`).emails.send({ to: newAddress(), subject: 's', body: 'b' });
    await expect(send).rejects.toThrow('Invalid API Credentials');
  });
});

it('a client that another generator makes of the document compiles and works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-client-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const generator = join(root, 'node_modules/.bin/openapi-ts');
    await output('node', [
      generator,
      '-i',
      join(root, 'docs/openapi.json'),
      '-o',
      join(folder, 'client'),
      '--no-log-file',
    ]);
    const use = `
      import { client } from './client/client.gen';
      import { contactSave, emailGet, sendSend } from './client/sdk.gen';
      client.setConfig({ baseUrl: process.env['WAYBILL_URL'], auth: process.env['WAYBILL_SECRET_KEY'], throwOnError: true });
      const [from, to] = process.argv.slice(2) as [string, string];
      void (async () => {
        const saved = await contactSave({ body: { email: to } });
        const sent = await sendSend({ body: { to, from, subject: 'Hello', body: '<p>Hello</p>' } });
        const id = sent.data!.data.emails[0]!.email;
        const email = await emailGet({ path: { id } });
        console.log(JSON.stringify({ contact: saved.data!.id, to: email.data!.to }));
      })();`;
    writeFileSync(join(folder, 'use.ts'), use);
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--target',
      'es2022',
    ];
    const libraries = ['--lib', 'es2023,dom,dom.iterable', '--types', 'node'];
    const compiler = join(root, 'node_modules/typescript7/bin/tsc');
    await output('node', [compiler, ...options, ...libraries, 'use.ts'], { cwd: folder });
    const bundler = join(root, 'node_modules/.bin/esbuild');
    await output(bundler, ['use.ts', '--bundle', '--platform=node', '--outfile=use.js'], { cwd: folder });
    const env = { WAYBILL_URL: system.url, WAYBILL_SECRET_KEY: customer.project.secretKey };
    const to = newAddress();
    const used = JSON.parse(await output('node', ['use.js', customer.from, to], { cwd: folder, env }));
    expect(used).toEqual({ contact: expect.stringMatching(/^cnt_/), to });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
