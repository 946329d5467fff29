import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { root, run, type Ended } from '@waybill/testing/process/programs';

const program = join(root, 'dist/apps/cli/main.js');

let system: System;
let customer: Customer;
let folder: string;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
  folder = mkdtempSync(join(tmpdir(), 'waybill-cli-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await system?.stop();
});

const keys = (): Record<string, string> => ({
  WAYBILL_URL: system.url,
  WAYBILL_SECRET_KEY: customer.project.secretKey,
});

interface Run {
  env?: Record<string, string>;
  input?: string;
}

/** Runs `waybill` with the keys of the customer and a folder of its own for the login. */
const waybill = (args: string[], { env = keys(), input }: Run = {}): Promise<Ended> =>
  run('node', [program, ...args], { env: { ...env, XDG_CONFIG_HOME: folder }, input, cwd: folder });

/** What a command prints with `--json`. */
async function json(args: string[], options?: Run): Promise<any> {
  const { status, stdout, stderr } = await waybill(['--json', ...args], options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('waybill login', () => {
  it('keeps server and key in a file that the user alone may read, for the commands after it', async () => {
    const { secretKey } = customer.project;
    const login = await waybill(['login', '--url', system.url], { env: {}, input: `${secretKey}\n` });
    expect(login).toMatchObject({ status: 0, stdout: expect.stringContaining('Logged in to') });
    const file = join(folder, 'waybill/login.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: system.url, secretKey });
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const checked = await json(['domains', 'list'], { env: {} });
    expect(checked).toEqual([expect.objectContaining({ domain: customer.project.senderDomain })]);
    const elsewhere = await waybill(['domains', 'list', '--url', 'http://127.0.0.1:9'], { env: {} });
    expect(elsewhere).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no key for http://127.0.0.1:9 is known'),
    });
    expect((await waybill(['logout'], { env: {} })).status).toBe(0);
    expect(await waybill(['domains', 'list'], { env: {} })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('waybill login'),
    });
  });

  it('refuses a key that the server does not know, and prints no key', async () => {
    const wrong = `sk_${'x'.repeat(48)}`;
    const login = await waybill(['login', '--url', system.url], { env: {}, input: wrong });
    expect(login).toMatchObject({ status: 1, stderr: expect.stringContaining('INVALID_API_KEY') });
    expect(login.stdout + login.stderr).not.toContain(wrong);
  });
});

describe('waybill send, track and emails show', () => {
  it('sends with data and a file, and shows the waybill as a table', async () => {
    writeFileSync(join(folder, 'receipt.txt'), 'Paid.');
    const to = newAddress();
    const command = ['send', '--to', to, '--from', customer.from, '--subject', 'Order {{order.number}}'];
    const options = ['--body-file', '-', '--data', 'order={"number":7}', '--attach', 'receipt.txt'];
    const sent = await json([...command, ...options], { input: '<p>Thanks</p>' });
    const id: string = sent.emails[0].email;
    const message = await customer.arrived(id);
    expect(message).toMatchObject({ to, subject: 'Order 7' });
    expect(message.html).toContain('<p>Thanks</p>');
    await customer.reaches(id, 'DELIVERED');
    const { status, stdout } = await waybill(['emails', 'show', id]);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^email +${id}\nto +${to}\n`));
    expect(stdout).toMatch(/^status +DELIVERED$/m);
    expect(stdout).toMatch(/\+\d+\.\d s +attempt +attempt 1, provider simulator/);
  });

  it('says which field is wrong, as text and as JSON', async () => {
    const command = ['send', '--to', 'nowhere', '--from', customer.from, '--subject', 's', '--body', 'b'];
    const text = await waybill(command);
    expect(text).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^VALIDATION_ERROR: .*\n {2}to: /),
    });
    const { stderr } = await waybill([...command, '--json']);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ field: 'to' }] });
    expect(await waybill(['send', '--subject', 's'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--to'),
    });
  });

  it('tracks with the public key', async () => {
    const email = newAddress();
    const env = { WAYBILL_URL: system.url, WAYBILL_PUBLIC_KEY: customer.project.publicKey };
    const tracked = await json(['track', '--email', email, '--event', 'signed up', '--data', 'plan=pro'], { env });
    expect(tracked).toMatchObject({ event: expect.any(String), contact: expect.any(String) });
    expect(await customer.contact(email)).toBeDefined();
    const refused = await waybill(['domains', 'list'], { env });
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('needs the secret key') });
  });
});

it('waybill contacts import follows the job and names refused rows', async () => {
  const [first, second] = [newAddress(), newAddress()];
  writeFileSync(join(folder, 'people.csv'), `email,plan\n${first},pro\nnowhere,free\n${second},free\n`);
  const { status, stdout } = await waybill(['contacts', 'import', 'people.csv']);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^rows +3\ncreated +2\n/);
  expect(stdout).toMatch(/^line 3 +nowhere/m);
  expect(await customer.contact(second)).toMatchObject({ data: { plan: 'free' } });
});

it('waybill contacts import tries a file with the fields of its columns, and export writes what was imported', async () => {
  const own = await Customer.join(system);
  const env = { ...keys(), WAYBILL_SECRET_KEY: own.project.secretKey };
  writeFileSync(join(folder, 'tiers.csv'), 'Mail,Tier,Remark\nann@cli.example,pro,x\nbob@cli.example,free,y\n');
  const mapped = ['--map', 'Mail=email', '--map', 'Tier=data.plan', '--map', 'Remark=ignore'];
  const trial = await waybill(['contacts', 'import', 'tiers.csv', '--dry-run', ...mapped], { env });
  expect(trial).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Dry run.*\nrows +2\ncreated +2\n/) });
  expect((await own.written()).contacts).toBe(0);
  expect(await json(['contacts', 'import', 'tiers.csv', ...mapped], { env })).toMatchObject({ state: 'completed' });
  const condition = '{"logic":"AND","groups":[{"filters":[{"field":"data.plan","operator":"equals","value":"pro"}]}]}';
  const fields = ['--field', 'email', '--field', 'data.plan'];
  const made = await waybill(['contacts', 'export', 'pros.csv', '--condition', condition, ...fields], { env });
  expect(made).toMatchObject({ status: 0, stdout: '1 contact is in pros.csv.\n' });
  expect(readFileSync(join(folder, 'pros.csv'), 'utf8')).toBe('email,data.plan\r\nann@cli.example,pro\r\n');
});

it('waybill domains check looks the records up and exits with 1 while a domain is not verified', async () => {
  const { status, stdout } = await waybill(['domains', 'check', customer.project.senderDomain]);
  expect(stdout).toContain(`${customer.project.senderDomain}: `);
  expect(status).toBe(stdout.includes(': verified') ? 0 : 1);
  expect(await waybill(['domains', 'check', 'elsewhere.example'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The project has no domain elsewhere.example.'),
  });
});

it('waybill tail prints each new item once, as it happens', async () => {
  const own = await Customer.join(system);
  await own.track({ event: 'before' });
  const env = {
    ...process.env,
    WAYBILL_URL: system.url,
    WAYBILL_SECRET_KEY: own.project.secretKey,
    XDG_CONFIG_HOME: folder,
  };
  const tail = spawn('node', [program, 'tail', '--json', '--type', 'event.triggered'], { env });
  const items: any[] = [];
  createInterface({ input: tail.stdout }).on('line', (line) => items.push(JSON.parse(line)));
  try {
    // The first look of the command decides what is new: events are tracked until one shows up.
    let number = 0;
    await eventually('an event is printed', async () => {
      if (items.length === 0) await own.track({ event: `number ${++number}` });
      return items.length > 0;
    });
    const told = items.length;
    await own.track({ event: 'last' });
    await eventually(
      'the last one is printed',
      () => items.length > told && JSON.stringify(items.at(-1)).includes('last'),
    );
    const ids = items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(JSON.stringify(items)).not.toContain('before');
  } finally {
    tail.kill('SIGKILL');
  }
});

describe('waybill doctor', () => {
  it('finds nothing wrong with a working project', async () => {
    const findings = await json(['doctor']);
    expect(findings.filter(({ ok }: any) => !ok)).toEqual([]);
    expect(findings.map(({ check }: any) => check)).toEqual([
      ...['node', 'server known', 'server answers', 'clock', 'key known', 'key accepted'],
      `domain ${customer.project.senderDomain}`,
    ]);
  });

  it('names the first thing that is wrong', async () => {
    const wrongKey = { WAYBILL_URL: system.url, WAYBILL_SECRET_KEY: `sk_${'x'.repeat(48)}` };
    const refused = await waybill(['doctor'], { env: wrongKey });
    expect(refused).toMatchObject({ status: 1, stdout: expect.stringMatching(/^PROBLEM +key accepted/m) });
    const away = await waybill(['doctor'], { env: { ...keys(), WAYBILL_URL: 'http://127.0.0.1:9' } });
    expect(away).toMatchObject({ status: 1, stdout: expect.stringMatching(/^PROBLEM +server answers/m) });
  });
});

it('waybill prints its commands and refuses unknown ones', async () => {
  const help = await waybill(['--help']);
  expect(help.status).toBe(0);
  for (const command of ['login', 'send', 'track', 'contacts', 'domains', 'emails', 'tail', 'doctor', 'mcp']) {
    expect(help.stdout).toMatch(new RegExp(`^  ${command}`, 'm'));
  }
  expect(await waybill(['fly'])).toMatchObject({ status: 2, stderr: expect.stringContaining("unknown command 'fly'") });
});
