import { ApiClient, type ApiAnswer } from '@waybill/testing/api-client';
import { eventually } from '@waybill/testing/eventually';
import { ServiceProcess } from '@waybill/testing/process/service-process';
import { System, type TestProject } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';

const event = { email: 'someone@people.example', event: 'seen' };

describe('limits, with three gateways', () => {
  let system: System;
  let others: ServiceProcess[];
  let project: TestProject;

  beforeAll(async () => {
    system = await System.start();
    others = await Promise.all(['second', 'third'].map((name) => system.addInstance('gateway', name)));
    project = await system.createProject();
  });
  afterAll(() => system.stop());

  /** Makes the 1,000 requests of a minute, and those behind them that are refused; false when the minute was nearly over then. */
  async function isLimited(): Promise<boolean> {
    const begun = performance.now();
    const urls = [system.url, ...others.map(({ port }) => `http://127.0.0.1:${port}`)];
    const clients = [project.publicKey, project.secretKey].flatMap((key) => urls.map((url) => new ApiClient(url, key)));
    const answers = [];
    for (let round = 0; round < 20; round++) {
      const calls = Array.from({ length: 50 }, (_, index) => clients[index % clients.length]!.post('/v1/track', event));
      answers.push(...(await Promise.all(calls)));
    }
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
    expect(answers[0]?.headers.get('ratelimit-limit')).toBe('1000');
    // Each further gateway may pass the limit by 1/32, and by the requests that arrive during a flush.
    let above = 0;
    for (const client of clients) {
      const refused = await eventually('a refusal', async () => {
        const answer = await client.post('/v1/track', event);
        above += Number(answer.status === 200);
        return answer.status === 429 ? answer : null;
      });
      expect(refused.body.error.code).toBe('RATE_LIMIT_EXCEEDED');
      expect(refused.headers.get('ratelimit-remaining')).toBe('0');
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(refused.headers.get('ratelimit-reset')).toBe(String(seconds));
    }
    // Where the minute has ended meanwhile, the next one has begun to count.
    const isSameMinute = performance.now() - begun < 40_000;
    if (isSameMinute) expect(above).toBeLessThan(125);
    return isSameMinute;
  }

  it('lets a project make 1,000 requests a minute with both keys over all gateways, and then refuses it on each', async () => {
    // On a machine on which the requests take most of their minute, another project makes them.
    while (!(await isLimited())) project = await system.createProject();
    const elsewhere = await system.createProject();
    expect((await system.client(elsewhere.publicKey).post('/v1/track', event)).status).toBe(200);
  });

  it('cannot be bypassed by another spelling of the path or the key, or by another address', async () => {
    const client = system.client();
    const spellings = [
      client.post('//v1/track', event, { authorization: `Bearer ${project.publicKey}` }),
      client.post('/v1/track?x=1', event, { authorization: `bearer   ${project.publicKey}` }),
      client.post('/v1/track', event, {
        authorization: `Bearer ${project.publicKey}`,
        'x-forwarded-for': '198.51.100.1',
      }),
    ];
    for (const answer of await Promise.all(spellings)) expect([404, 429]).toContain(answer.status);
  });

  it('limits the sign-in routes per address, and ignores X-Forwarded-For by default', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 70; index++) {
      const headers = { 'x-forwarded-for': `198.51.100.${index}` };
      const { status } = await system.client().post('/auth/verify-email', { token: 'x' }, headers);
      statuses.push(status);
    }
    expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('limits of what needs no secret', () => {
  let system: System;
  const env = {
    TRUST_PROXY: '127.0.0.1',
    OPEN_REQUESTS_PER_MINUTE: '20',
    PUBLIC_KEY_PER_CONTACT_PER_HOUR: '5',
    PUBLIC_KEY_PER_ADDRESS_PER_HOUR: '12',
    PUBLIC_KEY_NEW_CONTACTS_PER_HOUR: '8',
  };
  let addresses = 0;
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const anywhere = () => from(`203.0.113.${(addresses = (addresses % 250) + 1)}`);
  const expectRefused = (answer: ApiAnswer, longest: number) => {
    expectError(answer, 'RATE_LIMIT_EXCEEDED');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(longest);
  };

  beforeAll(async () => {
    system = await System.start({ services: ['gateway', 'contacts'], env: { gateway: env } });
  });
  afterAll(() => system.stop());

  it('limit one address on every open route, and no other', async () => {
    const one = from('198.51.100.7');
    for (let index = 0; index < 20; index++) expect((await system.client().get('/config', one)).status).toBe(200);
    const paths = ['/config', '/health', '/mailbox', '/t/o/x', '/t/c/x', '/unsubscribe/x', '/uploads/x.png'];
    for (const path of [...paths, '/auth/logout']) expectRefused(await system.client().get(path, one), 60);
    expectRefused(await system.client().call('POST', '/unsubscribe/x', undefined, one), 60);
    expect((await system.client().get('/config', from('198.51.100.8'))).status).toBe(200);
    expect((await system.client().post('/auth/verify-email', { token: 'x' }, one)).status).toBe(400);
  });

  it('limit an address that tries unknown keys; a key in use works there', async () => {
    const customer = await Customer.join(system);
    const one = from('198.51.100.11');
    const track = (key: string) => system.client(key).post('/v1/track', { email: newAddress(), event: 'x' }, one);
    const { secretKey } = customer.project;
    expect((await track(secretKey)).status).toBe(200);
    for (let index = 0; index < 20; index++) {
      expectError(await track(`sk_${String(index).padStart(48, '0')}`), 'INVALID_API_KEY');
    }
    expectRefused(await track(`sk_${'x'.repeat(48)}`), 60);
    expect((await track(secretKey)).status).toBe(200);
  });

  it('limit the public key to a number of events of one contact; the secret key is not limited', async () => {
    const customer = await Customer.join(system);
    const { email } = event;
    const statuses: number[] = [];
    for (let index = 0; index < 30; index++) {
      const answer = await customer.public.post(
        '/v1/track',
        { email: ` ${email.toUpperCase()}`, event: 'x' },
        anywhere(),
      );
      statuses.push(answer.status);
      if (answer.status !== 200) expectRefused(answer, 3_600);
    }
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(25).fill(429)]);
    expect(await customer.written()).toMatchObject({ contacts: 1, events: 5 });
    expect((await customer.track({ email })).status).toBe(200);
  });

  it('limit one address that uses the public key of a project, and no other', async () => {
    const customer = await Customer.join(system);
    const emails = Array.from({ length: 14 }, newAddress);
    for (const email of emails) await customer.track({ email });
    const track = (email: string, headers: Record<string, string>) =>
      customer.public.post('/v1/track', { email, event: 'x' }, headers);
    const one = from('198.51.100.9');
    for (const email of emails.slice(0, 12)) expect((await track(email, one)).status).toBe(200);
    expectRefused(await track(emails[12]!, one), 3_600);
    expect((await track(emails[13]!, from('198.51.100.10'))).status).toBe(200);
  });

  it('limit the new contacts of the public key; known contacts are tracked', async () => {
    const customer = await Customer.join(system);
    const track = (email: string) => customer.public.post('/v1/track', { email, event: 'x' }, anywhere());
    const known = newAddress();
    expect((await track(known)).status).toBe(200);
    for (let index = 0; index < 7; index++) expect((await track(newAddress())).status).toBe(200);
    expectRefused(await track(newAddress()), 3_600);
    expect((await track(known)).status).toBe(200);
    expect((await customer.track({ email: newAddress() })).status).toBe(200);
    expect(await customer.written()).toMatchObject({ contacts: 9, events: 10 });
  });
});
