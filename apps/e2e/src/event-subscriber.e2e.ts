import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';

const root = join(__dirname, '../../..');
let system: System;

beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

it('the subscriber in docs/events.md prints the tracked events of its project', async () => {
  const customer = await Customer.join(system);
  const program = /```js\n(.*?)```/s.exec(readFileSync(join(root, 'docs/events.md'), 'utf8'))?.[1];
  const file = join(root, `dist/subscriber-${process.pid}.mjs`);
  writeFileSync(file, program!);
  const { projectId } = customer.project;
  const { host, username, password } = new URL(system.nats.url);
  const nats = { NATS_URL: `nats://${host}`, NATS_USER: username, NATS_PASSWORD: password };
  const env = { PATH: process.env['PATH'], ...nats, PROJECT_ID: projectId };
  const subscriber = spawn(process.execPath, [file], { env });
  let output = '';
  for (const stream of [subscriber.stdout, subscriber.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  try {
    const email = newAddress();
    await customer.track({ email, event: 'order placed' });
    const printed = `${email} order placed`;
    await eventually('the event is printed', () => output.includes(printed)).catch((error: Error) => {
      throw new Error(`${error.message}\n${output}`);
    });
  } finally {
    subscriber.kill();
    rmSync(file);
  }
});
