import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENTS_STREAM } from '@waybill/contracts/events';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { all, createContact, createSegment, has } from './segment/segment-calls';

const root = join(__dirname, '../../..');
let system: System;

beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());
// A program starts beside the system.
jest.setTimeout(60_000);

/** Runs the page's program that reads `subject` for a project until it has printed a text, which `cause` leads to. */
async function prints(subject: string, projectId: string, cause: () => Promise<string>): Promise<void> {
  const page = readFileSync(join(root, 'docs/events.md'), 'utf8');
  const programs = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, program]) => program!);
  const program = programs.find((each) => each.includes(`filter_subject: '${subject}'`));
  const file = join(root, `dist/subscriber-${process.pid}.mjs`);
  writeFileSync(file, program!);
  const { host, username, password } = new URL(system.nats.url);
  const nats = { NATS_URL: `nats://${host}`, NATS_USER: username, NATS_PASSWORD: password };
  const env = { PATH: process.env['PATH'], ...nats, PROJECT_ID: projectId };
  const subscriber = spawn(process.execPath, [file], { env });
  let output = '';
  for (const stream of [subscriber.stdout, subscriber.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  try {
    const printed = await cause();
    await eventually('the event is printed', () => output.includes(printed), 30_000).catch((error: Error) => {
      throw new Error(`${error.message}\n${output}`);
    });
  } finally {
    subscriber.kill();
    rmSync(file);
  }
}

it('the first subscriber in docs/events.md prints the tracked events of its project', async () => {
  const customer = await Customer.join(system);
  await prints('event.tracked', customer.project.projectId, async () => {
    const email = newAddress();
    await customer.track({ email, event: 'order placed' });
    return `${email} order placed`;
  });
});

it('the second one prints who enters a segment of its project', async () => {
  const customer = await Customer.join(system);
  const { email } = await createContact(customer, { plan: 'pro' });
  await prints('segment.*.entry', customer.project.projectId, async () => {
    // It reads what comes after it has made its consumer.
    await durableExists('crm-entries');
    const condition = all(has('plan', 'pro'));
    const { id } = await createSegment(customer, { name: 'Payers', type: 'DYNAMIC', trackMembership: true, condition });
    return `${email} entered Payers ${id}`;
  });
});

async function durableExists(name: string): Promise<void> {
  const connection = await system.connectToNats();
  try {
    const { consumers } = await connection.jetstreamManager();
    const find = () => consumers.info(EVENTS_STREAM.name, name).catch(() => null);
    await eventually('the consumer exists', async () => (await find()) !== null, 30_000);
  } finally {
    await connection.close();
  }
}
