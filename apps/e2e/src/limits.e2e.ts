import { ApiClient } from '@waybill/testing/api-client';
import { ServiceProcess } from '@waybill/testing/service-process';
import { System, type TestProject } from '@waybill/testing/system';

const event = { email: 'someone@people.example', event: 'seen' };

describe('limits, with two gateways', () => {
  let system: System;
  let second: ServiceProcess;
  let project: TestProject;

  beforeAll(async () => {
    system = await System.start();
    const place = { databaseUrl: system.database.url, natsUrl: system.nats.url };
    second = await new ServiceProcess({ service: 'gateway', ...place }).start();
    project = await system.createProject();
  }, 240_000);
  afterAll(async () => {
    await second.stop();
    await system.stop();
  }, 120_000);

  it('lets a project make 1,000 requests a minute with both keys over both gateways, and refuses the next', async () => {
    const other = `http://127.0.0.1:${second.port}`;
    const clients = [project.publicKey, project.secretKey].flatMap((key) => [
      system.client(key),
      new ApiClient(other, key),
    ]);
    const answers = [];
    for (let round = 0; round < 20; round++) {
      const calls = Array.from({ length: 50 }, (_, index) => clients[index % 4]!.post('/v1/track', event));
      answers.push(...(await Promise.all(calls)));
    }
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
    expect(answers[0]?.headers.get('ratelimit-limit')).toBe('1000');
    expect(Math.min(...answers.map((answer) => Number(answer.headers.get('ratelimit-remaining'))))).toBe(0);

    for (const client of clients) {
      const refused = await client.post('/v1/track', event);
      expect(refused.status).toBe(429);
      expect(refused.body.error.code).toBe('RATE_LIMIT_EXCEEDED');
      expect(refused.headers.get('ratelimit-remaining')).toBe('0');
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(refused.headers.get('ratelimit-reset')).toBe(String(seconds));
    }
    const elsewhere = await system.createProject();
    expect((await system.client(elsewhere.publicKey).post('/v1/track', event)).status).toBe(200);
  }, 240_000);

  it('cannot be got round by a caller who writes the path or the key another way, or names another address', async () => {
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

  it('limits the sign-in routes per address, and believes X-Forwarded-For from nobody by default', async () => {
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
