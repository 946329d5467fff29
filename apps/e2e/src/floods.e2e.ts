import { request } from 'node:http';
import { connect } from 'node:net';
import { errorCodes, type ErrorCode } from '@waybill/contracts/errors';
import { ApiClient, type ApiAnswer } from '@waybill/testing/api-client';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { Person } from './person';
import { memory, startOfPeak } from './process-memory';
import { largeContacts } from './rows/contacts';
import { largeMailboxMessages } from './rows/ledger';
import { waitingForTable, whileLocked } from './rows/tables';

const megabyte = 1024 * 1024;
/**
 * What the gateway may grow by beyond the size to which bodies of just under 1 MB, which it reads, made it grow: twenty
 * that are read to their limit, and what Node lets lie of the rest before it collects it.
 */
const growth = 100 * megabyte;
let system: System;

beforeAll(async () => {
  const unlimited = { AUTH_REQUESTS_PER_MINUTE: '0', OPEN_REQUESTS_PER_MINUTE: '0', RATE_LIMIT_PER_MINUTE: '0' };
  system = await System.start({ env: { gateway: { ...unlimited, TRUST_PROXY: '127.0.0.1' } } });
});
afterAll(() => system.stop());

describe('bodies that are refused', () => {
  let customer: Customer;
  beforeAll(async () => {
    customer = await Customer.join(system);
  });

  /**
   * Sends a body piece by piece, with a good key unless told, and answers the status; 0 where the gateway ended the connection
   * in the midst of it.
   */
  function pour(path: string, pieces: number, piece: string, headers: Record<string, string> = {}): Promise<number> {
    return new Promise((resolve) => {
      let status = 0;
      const authorization = `Bearer ${customer.project.secretKey}`;
      const { authorization: key = authorization, ...others } = headers;
      const head = { 'content-type': 'application/json', ...(key && { authorization: key }), ...others };
      const sent = request(system.url + path, { method: 'POST', headers: head, agent: false, timeout: 60_000 });
      sent.on('response', (response) => (status = response.resume().statusCode ?? 0));
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => sent.destroy());
      sent.on('close', () => resolve(status));
      const send = (left: number): void => {
        if (sent.destroyed) return;
        if (left === 0) return void sent.end();
        sent.write(piece, () => setImmediate(send, left - 1));
      };
      send(pieces);
    });
  }

  /** Without a key, and with an invalid session cookie. */
  const pourByCookie = (path: string): Promise<number> =>
    pour(path, 160, piece, { authorization: '', cookie: 'session=x' });

  const twentyAtOnce = async (times: number, call: () => Promise<number>): Promise<Set<number>> => {
    const statuses = new Set<number>();
    for (let left = times; left > 0; left -= 20) {
      for (const status of await Promise.all(Array.from({ length: 20 }, call))) statuses.add(status);
    }
    return statuses;
  };
  const piece = ' '.repeat(64 * 1024);
  const length = { 'content-length': String(10 * megabyte) };
  const stranger = { authorization: `Bearer sk_${'0'.repeat(64)}` };
  const deep = `{"email":"a@b.example","event":"e","data":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
  const floods: [string, ErrorCode, number, () => Promise<number>][] = [
    ['60 of 10 MB', 'PAYLOAD_TOO_LARGE', 60, () => pour('/contacts', 160, piece, length)],
    ['60 of 10 MB that do not say how long they are', 'PAYLOAD_TOO_LARGE', 60, () => pour('/contacts', 160, piece)],
    ['60 of 10 MB for the route of events', 'PAYLOAD_TOO_LARGE', 60, () => pour('/v1/track', 160, piece)],
    ['20 of 38 MB with a wrong key', 'INVALID_API_KEY', 20, () => pour('/v1/send', 608, piece, stranger)],
    ['20 of 10 MB of somebody who only says to be signed in', 'UNAUTHORIZED', 20, () => pourByCookie('/templates')],
    ['20 that are nested 400,000 deep', 'BAD_REQUEST', 20, () => pour('/contacts', 1, deep)],
  ];

  let pid: number;
  beforeAll(async () => {
    ({ pid } = system.service('gateway'));
    await twentyAtOnce(40, () => pour('/contacts', 15, piece));
  });

  it.each(floods)('do not stay in memory: %s', async (_what, code, times, call) => {
    const before = startOfPeak(pid);
    const statuses = await twentyAtOnce(times, call);
    expect(memory(pid, 'VmHWM') - before).toBeLessThan(growth);
    statuses.delete(0);
    expect([...statuses]).toEqual([errorCodes[code].status]);
  });

  it('take no memory before they come: 300 of 1 MB of which a byte has arrived', async () => {
    const before = startOfPeak(pid);
    const key = `authorization: Bearer ${customer.project.secretKey}\r\n`;
    const head = `POST /contacts HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${key}`;
    const slow = Array.from({ length: 300 }, () => connect(system.service('gateway').port, '127.0.0.1'));
    for (const socket of slow) socket.write(`${head}content-length: ${megabyte}\r\n\r\n{`);
    // Who is quick is answered while they hang.
    for (let call = 0; call < 20; call++) expect((await system.client().get('/health')).status).toBe(200);
    const grown = memory(pid, 'VmHWM') - before;
    for (const socket of slow) socket.destroy();
    expect(grown).toBeLessThan(growth);
  });
});

describe('files of 5 MB, many at once', () => {
  it('are read in turn', async () => {
    const customers = await Promise.all(Array.from({ length: 6 }, () => Customer.join(system)));
    const { pid } = system.service('gateway');
    const before = startOfPeak(pid);
    const csv = new Blob([`name\n${'somebody without an address\n'.repeat(180_000)}`], { type: 'text/csv' });
    const answers = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const form = new FormData();
        form.append('file', csv, 'contacts.csv');
        const headers = { authorization: `Bearer ${customers[n % 6]!.project.secretKey}` };
        const init = { method: 'POST', body: form, headers, signal: AbortSignal.timeout(60_000) };
        return (await fetch(`${system.url}/contacts/import`, init)).status;
      }),
    );
    expect([422, 503]).toEqual(expect.arrayContaining(answers));
    expect(answers).toContain(422);
    expect(memory(pid, 'VmHWM') - before).toBeLessThan(2 * growth);
  });
});

describe('answers that their callers do not read', () => {
  it('are held up to a bound, above which a large answer is refused and a small one is not', async () => {
    const customer = await Customer.join(system);
    await largeContacts(system, customer.project.projectId);
    const { pid, port } = system.service('gateway');
    const before = startOfPeak(pid);
    const page = '/contacts?limit=100';
    const head = `GET ${page} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${customer.project.secretKey}\r\n\r\n`;
    const deaf = Array.from({ length: 80 }, () => connect(port, '127.0.0.1').pause());
    for (const socket of deaf) socket.write(head);
    const status = async (path: string) => (await customer.secret.get(path)).status;
    await eventually('a refusal', async () => (await status(page)) === 503);
    await eventually('a small answer', async () => (await status('/contacts?limit=1')) === 200);
    expect(memory(pid, 'VmHWM') - before).toBeLessThan(2 * growth);
    for (const socket of deaf) socket.destroy();
    await eventually('room again', async () => (await status(page)) === 200);
  });
});

describe('large messages of two projects, many at once', () => {
  const processes = ['gateway', 'delivery'] as const;
  const content = Buffer.alloc(9 * megabyte, 'waybill').toString('base64');
  const files = [{ filename: 'a.bin', contentType: 'application/octet-stream', content }];

  it('are handled in turn: each is accepted and leaves, or is refused with 503, and no process exceeds its memory', async () => {
    const pids = processes.map((name) => system.service(name).pid);
    pids.forEach(startOfPeak);
    const customers = [await Customer.join(system), await Customer.join(system)];
    const send = async (customer: Customer) => {
      const client = new ApiClient(system.url, customer.project.secretKey, 90_000);
      const message = { to: newAddress(), from: customer.from, subject: 'A file', body: '<p>See below.</p>' };
      return { customer, answer: await client.post('/v1/send', { ...message, attachments: files }) };
    };
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => send(customers[n % 2]!)));
    expect([200, 503]).toEqual(expect.arrayContaining(answers.map(({ answer }) => answer.status)));
    const accepted = answers.filter(({ answer }) => answer.status === 200);
    expect(accepted.length).toBeGreaterThan(0);
    for (const { customer, answer } of accepted) await customer.reaches(answer.body.data.emails[0].email, 'DELIVERED');
    // The container's limit is 512 MB, and a process that died would be another one.
    expect(processes.map((name) => system.service(name).pid)).toEqual(pids);
    for (const pid of pids) expect(memory(pid, 'VmHWM')).toBeLessThan(480 * megabyte);
    // Small ones go on meanwhile and afterwards.
    expect((await customers[0]!.send()).status).toBe(200);
  });
});

describe('messages of 13 MB in the mailbox', () => {
  it('are read in turn, by any of its routes, and no process grows out of its limits', async () => {
    const customer = await Customer.join(system);
    const processes = ['gateway', 'delivery'].map((name) => system.service(name));
    await largeMailboxMessages(system, customer.project.projectId, customer.from, 9);
    const { body } = await customer.secret.get('/mailbox/messages?limit=9&search=a@person.example');
    const pids = processes.map(({ pid }) => pid);
    pids.forEach(startOfPeak);
    const answers = await Promise.all(
      body.data.map(async ({ id }: { id: string }, n: number) => {
        const url = `${system.url}/mailbox/messages/${id}${['', '/eml', '/html'][n % 3]}`;
        const answer = await fetch(url, { signal: AbortSignal.timeout(90_000) });
        return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
      }),
    );
    expect([200, 503]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
    const read = answers.filter(({ status }) => status === 200);
    expect(read.length).toBeGreaterThan(0);
    for (const { bytes } of read) expect(bytes).toBeGreaterThan(12 * megabyte);
    expect(processes.map(({ pid }) => pid)).toEqual(pids);
    for (const pid of pids) expect(memory(pid, 'VmHWM')).toBeLessThan(480 * megabyte);
  });
});

/** Somebody at an address of their own, as the proxy in front sees it. */
function personAt(address: string, email?: string): Person {
  // Two hashes each, two at a time: on a busy machine the last in line waits long.
  const person = new Person(new ApiClient(system.url, undefined, 90_000), email);
  person.headers = { 'x-forwarded-for': address };
  return person;
}

/** Milliseconds that a call takes. */
async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await call();
  return performance.now() - begun;
}

describe('guessing a password', () => {
  it('is stopped after some tries from one address, while the owner signs in from another', async () => {
    const owner = await new Person(system.client()).settle();
    const stranger = personAt('203.0.113.9', owner.email);
    const answers: ApiAnswer[] = [];
    for (let attempt = 0; attempt < 50; attempt++) answers.push(await stranger.login(`guess ${attempt}`));
    expect(answers[0]?.status).toBe(401);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(40);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    owner.headers = { 'x-forwarded-for': '192.0.2.44' };
    const begun = performance.now();
    expect((await owner.login()).status).toBe(200);
    // After 20 tries at one account each further one waits longer: many addresses cannot guess together.
    expect(performance.now() - begun).toBeGreaterThan(2_900);
  });

  it('from many addresses, one guess each, is slowed, while the owner signs in', async () => {
    const owner = await new Person(system.client()).settle();
    const guess = async (address: string) => (await personAt(address, owner.email).login('a guess')).status;
    const others = Array.from({ length: 40 }, (_, n) => guess(`203.0.113.${100 + n}`));
    expect(new Set(await Promise.all(others))).toEqual(new Set([401]));
    owner.headers = { 'x-forwarded-for': '192.0.2.45' };
    const [waited, { status }] = await Promise.all([timeOf(() => guess('203.0.113.200')), owner.login()]);
    expect(waited).toBeGreaterThan(1_900);
    expect(status).toBe(200);
  });
});

describe('a flood of sign-ins', () => {
  /** Makes 100 calls, ten at a time; each again while it hears 503, from a machine that is too busy for a connection to Postgres. */
  const many = async (status: number, call: () => Promise<ApiAnswer>): Promise<void> => {
    const caller = async (): Promise<void> => {
      for (let n = 0; n < 10; n++)
        await eventually(`an answer with ${status}`, async () => (await call()).status === status);
    };
    await Promise.all(Array.from({ length: 10 }, caller));
  };

  it('holds a quarter of the connections to Postgres, also while no sign-in gets on, and leaves the rest to other routes', async () => {
    const owner = await new Person(system.client()).settle();
    expect((await owner.login()).status).toBe(200);
    const attempts = await whileLocked(system, 'identity.throttle', async () => {
      const answers = Array.from({ length: 40 }, (_, n) => personAt(`198.51.100.${n}`).login());
      let most = 0;
      const held = async (): Promise<number> => {
        const now = await waitingForTable(system, 'identity.throttle');
        most = Math.max(most, now);
        return now;
      };
      await eventually('sign-ins that hold connections', async () => (await held()) >= 2);
      // For three seconds, in which all of them arrive: without a line of their own they would hold all eight.
      for (const end = performance.now() + 3_000; performance.now() < end && most <= 2; ) {
        // Reads the session from the database.
        await eventually(
          'my account',
          async () => (await held()) > 2 || (await owner.get('/users/@me')).status === 200,
        );
      }
      expect(most).toBe(2);
      return answers;
    });
    // Refused are those that waited for more than ten seconds, on a slow machine.
    expect([401, 503]).toEqual(expect.arrayContaining((await Promise.all(attempts)).map((answer) => answer.status)));
  });

  it('waits in a line of its own: other routes stay quick, also where they read a file', async () => {
    const { public: client } = await Customer.join(system);
    const answered: number[] = [];
    const storm = Array.from({ length: 200 }, async (_, n) => {
      // The gateway is gone before the last in line has an answer.
      const answer = await personAt(`198.51.100.${n}`)
        .login()
        .catch(() => null);
      if (answer) answered.push(answer.status);
    });
    await Promise.all([
      many(200, () => client.post('/v1/track', { email: newAddress(), event: 'e' })),
      many(404, () => system.client().get(`/uploads/${'0'.repeat(32)}.png`)),
    ]);
    const seen = [...answered];
    await system.service('gateway').kill();
    await Promise.all(storm);
    // Two hundred calls are answered before half of the line is: none waits behind it, however busy the machine is.
    expect(seen.length).toBeLessThan(100);
    // A machine that is too busy for a connection refuses one.
    expect([401, 503]).toEqual(expect.arrayContaining(seen));
  });
});
