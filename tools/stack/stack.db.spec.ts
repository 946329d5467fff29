import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ControlClient, type ServiceStatus } from './control.ts';
import { freePort } from './process/ports.ts';
import { isRunning, signalTo, stampOf, type ProcessStamp } from './process/process-table.ts';
import { readRun, runningSupervisor, type RunFile } from './run-file.ts';
import { stateFolder } from './state-folder.ts';

/** A service small enough to be written here; it is a real process with a real ops port. */
const SERVICE = `
const http = require('node:http');
if (process.argv[2]) { console.log(process.argv.slice(2).join(' ')); process.exit(0); }
http.createServer((_, answer) => answer.end(JSON.stringify({ pid: process.pid, version: 1 })))
  .listen(Number(process.env.OPS_PORT), '127.0.0.1');
process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });
process.on('disconnect', () => process.exit(0));
`;

const root = fs.mkdtempSync(join(tmpdir(), 'waybill-stack-'));
const state = stateFolder(root);
const started: ChildProcess[] = [];
let port = 0;

class Program {
  output = '';
  readonly child: ChildProcess;
  readonly code: Promise<number | null>;

  constructor(file: string, args: string[] = [], env: Record<string, string> = {}) {
    const script = join(__dirname, file);
    this.child = spawn(process.execPath, [script, ...args], { cwd: root, env: { ...process.env, ...env } });
    started.push(this.child);
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', (part) => (this.output += part));
    this.code = new Promise((resolve) => this.child.once('close', (code) => resolve(code)));
  }

  async prints(text: string): Promise<void> {
    await until(
      () => this.output.includes(text) || this.child.exitCode !== null,
      () => this.output,
    );
    expect(this.output).toContain(text);
  }
}

async function until(holds: () => boolean | Promise<boolean>, explain = () => ''): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(25)) if (await holds()) return;
  throw new Error(`did not come true within 60 s; ${explain()}`);
}

function startStack(env: Record<string, string> = {}): Program {
  return new Program('start.ts', [], { PORT: String(port), DATABASE_URL: '', NATS_URL: '', ...env });
}

/** Without stores of its own: most of what a supervisor does needs none. */
const withoutStores = { DATABASE_URL: 'postgres://127.0.0.1:1/none', NATS_URL: 'nats://127.0.0.1:1' };

function run(): RunFile {
  const written = readRun(state);
  if (!written) throw new Error('no run is written down');
  return written;
}

function processOf(name: string): ProcessStamp {
  const stamp = run().processes[name];
  if (!stamp) throw new Error(`${name} is not written down`);
  return stamp;
}

async function answerOf(service: string): Promise<{ pid: number; version: number } | null> {
  const answer = await fetch(`http://127.0.0.1:${run().ports[`${service} ops`]}`).catch(() => null);
  return answer ? ((await answer.json()) as { pid: number; version: number }) : null;
}

function source(version: number): string {
  return SERVICE.replace('version: 1', `version: ${version}`);
}

beforeAll(async () => {
  fs.chmodSync(root, 0o755);
  port = await freePort();
  for (const name of ['gateway', 'contacts']) {
    fs.mkdirSync(join(root, 'dist/apps', name), { recursive: true });
    fs.writeFileSync(join(root, 'dist/apps', name, 'main.js'), SERVICE);
  }
  fs.cpSync(join(__dirname, '../../tsconfig.base.json'), join(root, 'tsconfig.base.json'));
  fs.symlinkSync(join(__dirname, '../../node_modules'), join(root, 'node_modules'));
});

afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  for (const stamp of Object.values(readRun(state)?.processes ?? {})) signalTo(stamp, 'SIGKILL');
  await until(() => Object.values(readRun(state)?.processes ?? {}).every((stamp) => !isRunning(stamp)));
  fs.rmSync(root, { recursive: true, force: true });
});

describe('with Postgres and NATS of its own', () => {
  let left: RunFile;
  let demo: string;

  test('one command brings everything up and shows how to use it', async () => {
    const stack = startStack();
    await stack.prints('Waybill is up after');
    expect(stack.output).toContain(`http://localhost:${port}/mailbox`);
    demo = fs.readFileSync(state.demoFile, 'utf8');
    expect(JSON.parse(demo)).toEqual({
      url: `http://localhost:${port}`,
      email: 'demo@waybill.test',
      password: expect.stringMatching(/^.{20}$/),
      projectId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      publicKey: expect.stringMatching(/^pk_[0-9A-Za-z]{48}$/),
      secretKey: expect.stringMatching(/^sk_[0-9A-Za-z]{48}$/),
      senderDomain: 'demo.waybill.test',
    });
    expect(fs.statSync(state.demoFile).mode & 0o777).toBe(0o600);
    left = run();
    expect(Object.keys(left.processes).sort()).toEqual(['contacts', 'gateway', 'nats', 'postgres']);
    stack.child.kill('SIGKILL');
    await stack.code;
  });

  test('services end by themselves when the supervisor is killed', async () => {
    await until(() => ['gateway', 'contacts'].every((name) => !isRunning(left.processes[name]!)));
  });

  test('the next start ends what was left and keeps the demo project', async () => {
    const stack = startStack();
    await stack.prints('Waybill is up after');
    expect(Object.values(left.processes).some(isRunning)).toBe(false);
    expect(fs.readFileSync(state.demoFile, 'utf8')).toBe(demo);
    const { processes } = run();
    stack.child.kill('SIGTERM');
    expect(await stack.code).toBe(0);
    expect(Object.values(processes).some(isRunning)).toBe(false);
    expect(stack.output).toContain('drained');
    expect(readRun(state)).toBeNull();
  });
});

describe('the supervisor', () => {
  let stack: Program;

  test('refuses a taken public port by name, before anything starts', async () => {
    const other = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(${port},'127.0.0.1',()=>console.log(1))`,
    ]);
    started.push(other);
    await new Promise((resolve) => other.stdout.once('data', resolve));
    const refused = startStack(withoutStores);
    expect(await refused.code).toBe(1);
    expect(refused.output).toMatch(new RegExp(`Port ${port} is taken.*PORT=\\d+ npm start`));
    expect(refused.output).not.toContain('ready');
    other.kill();
    await new Promise((resolve) => other.once('close', resolve));
  });

  test('shows a second start what runs, with exit code 0, and is not disturbed by it', async () => {
    stack = startStack(withoutStores);
    await stack.prints('Waybill is up after');
    const { processes } = run();
    const second = startStack(withoutStores);
    expect(await second.code).toBe(0);
    expect(second.output).toContain(`already runs here: http://localhost:${port}`);
    expect(second.output).toContain(`pid ${stack.child.pid}`);
    expect(run().processes).toEqual(processes);
  });

  test('starts a service that died again, and says so', async () => {
    const before = processOf('contacts');
    signalTo(before, 'SIGKILL');
    await until(async () => ((await answerOf('contacts'))?.pid ?? before.pid) !== before.pid);
    await stack.prints('contacts ended; starting it again in 250 ms');
  });

  test('answers its state on the control socket, which only the owner may use', async () => {
    expect(fs.statSync(state.control).mode & 0o777).toBe(0o600);
    const control = await ControlClient.open(state.control);
    const { services } = await control.ask({ op: 'status' });
    expect(services?.map(({ name, state }: ServiceStatus) => [name, state])).toEqual([
      ['contacts', 'running'],
      // Last, so that its health says that the rest works.
      ['gateway', 'running'],
    ]);
    await expect(control.ask({ op: 'pause', service: 'nobody' })).rejects.toThrow(/no running service nobody/);
    control.close();
  });

  test('rests a paused service until the connection that paused it closes', async () => {
    const before = processOf('contacts');
    const control = await ControlClient.open(state.control);
    const { env } = await control.ask({ op: 'pause', service: 'contacts' });
    expect(env?.OPS_PORT).toBe(String(run().ports['contacts ops']));
    expect(isRunning(before)).toBe(false);
    const other = await ControlClient.open(state.control);
    await expect(other.ask({ op: 'pause', service: 'contacts' })).rejects.toThrow(/already served elsewhere/);
    other.close();
    control.close();
    await until(async () => (await answerOf('contacts')) !== null);
  });

  test('lets serve run a service from source with restart on change, and takes it back when serve is killed', async () => {
    fs.mkdirSync(join(root, 'apps/contacts/src'), { recursive: true });
    const main = join(root, 'apps/contacts/src/main.ts');
    fs.writeFileSync(main, source(2));
    const serve = new Program('serve.ts', ['contacts']);
    await until(
      async () => (await answerOf('contacts'))?.version === 2,
      () => serve.output,
    );
    fs.writeFileSync(main, source(3));
    await until(
      async () => (await answerOf('contacts'))?.version === 3,
      () => serve.output,
    );
    const standIn = stampOf((await answerOf('contacts'))!.pid)!;
    serve.child.kill('SIGKILL');
    await until(async () => ((await answerOf('contacts'))?.pid ?? standIn.pid) !== standIn.pid);
    expect(isRunning(standIn)).toBe(false);
    expect(processOf('contacts').pid).toBe((await answerOf('contacts'))!.pid);
  });

  test('stops in order on SIGTERM and leaves nothing behind', async () => {
    const { processes } = run();
    stack.child.kill('SIGTERM');
    expect(await stack.code).toBe(0);
    expect(Object.values(processes).some(isRunning)).toBe(false);
    expect(runningSupervisor(state)).toBeNull();
  });
});

test('the stack stops when the npm that ran it gets SIGTERM', async () => {
  fs.writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ scripts: { start: `node ${join(__dirname, 'start.ts')}` } }),
  );
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...withoutStores, PORT: String(port), npm_lifecycle_event: undefined },
    stdio: 'ignore',
  });
  started.push(npm);
  await until(
    async () => Object.keys(readRun(state)?.processes ?? {}).length === 2 && (await answerOf('contacts')) !== null,
  );
  const { processes } = run();
  npm.kill('SIGTERM');
  await until(() => runningSupervisor(state) === null && readRun(state) === null);
  expect(Object.values(processes).some(isRunning)).toBe(false);
});

test('serve without a running stack says what is missing and how to start it', async () => {
  const serve = new Program('serve.ts', ['contacts']);
  expect(await serve.code).toBe(1);
  expect(serve.output).toContain('npm start');
});
