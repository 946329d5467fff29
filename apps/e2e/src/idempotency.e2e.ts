import { ApiClient } from '@waybill/testing/api-client';
import type { ServiceProcess } from '@waybill/testing/process/service-process';
import { System, type TestProject } from '@waybill/testing/system';
import { randomUUID } from 'node:crypto';
import { eventsOfProject } from './rows/contacts';
import { alterIdempotencyKey } from './rows/identity';
import { emailsOf } from './rows/ledger';

describe('Idempotency-Key, with two gateways', () => {
  let system: System;
  let second: ServiceProcess;
  let project: TestProject;
  let clients: [ApiClient, ApiClient];

  const mail = (to = 'reader@people.example') => ({
    to,
    subject: 'Once',
    body: '<p>Once</p>',
    from: `hello@${project.senderDomain}`,
  });
  const send = (key: string, body: object = mail(), index = 0) =>
    clients[index % 2]!.post('/v1/send', body, { 'idempotency-key': key });
  const emails = (): Promise<number> => emailsOf(system, project.projectId);
  const alter = (set: string, key: string) => alterIdempotencyKey(system, key, set);

  beforeAll(async () => {
    system = await System.shared();
    second = await system.addInstance('gateway', 'second gateway');
    project = await system.createProject();
    const other = `http://127.0.0.1:${second.port}`;
    clients = [system.client(project.secretKey), new ApiClient(other, project.secretKey)];
  });
  afterAll(() => system.stop());

  it('replays the stored answer of a send, on the other gateway too', async () => {
    const [key, before] = [randomUUID(), await emails()];
    const first = await send(key);
    const again = await send(key, mail(), 1);
    expect(first.status).toBe(200);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await emails()).toBe(before + 1);
  });

  it('replays the stored answer of a track', async () => {
    const client = system.client(project.publicKey);
    const track = () =>
      client.post('/v1/track', { email: 'a@people.example', event: 'paid' }, { 'idempotency-key': 'order 1' });
    const first = await track();
    expect((await track()).body).toEqual(first.body);
    expect(await eventsOfProject(system, project.projectId)).toBe(1);
  });

  it('lets one of many that come at once through, and answers 409 or its answer to the others', async () => {
    const [key, before] = [randomUUID(), await emails()];
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => send(key, mail(), index)));
    const good = answers.filter((answer) => answer.status === 200);
    const others = answers.filter((answer) => answer.status !== 200);
    expect(good.length).toBeGreaterThan(0);
    expect(new Set(good.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(others.every((answer) => answer.body.error.code === 'IDEMPOTENCY_KEY_IN_USE')).toBe(true);
    expect(others.every((answer) => answer.status === 409)).toBe(true);
    expect(await emails()).toBe(before + 1);
  });

  it('refuses another body, and the other route, under the same key', async () => {
    const key = randomUUID();
    await send(key);
    const other = await send(key, mail('other@people.example'));
    expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_MISMATCH']);
    const event = { email: 'reader@people.example', event: 'x' };
    const track = await clients[0].post('/v1/track', event, { 'idempotency-key': key });
    expect(track.body.error.code).toBe('IDEMPOTENCY_KEY_MISMATCH');
  });

  it('is free again after a request that was refused', async () => {
    const [key, before] = [randomUUID(), await emails()];
    expect((await send(key, { ...mail(), from: 'hello@not-ours.example' })).status).toBe(403);
    expect((await send(key, { ...mail(), subject: '' })).status).toBe(422);
    expect((await send(key)).status).toBe(200);
    expect(await emails()).toBe(before + 1);
  });

  it('has no second effect when the first request died between its commit and its answer', async () => {
    const [key, before] = [randomUUID(), await emails()];
    const first = await send(key);
    await alter('status = NULL, body = NULL', key);
    const inUse = await send(key);
    expect(inUse.body.error.code).toBe('IDEMPOTENCY_KEY_IN_USE');
    expect(Number(inUse.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(inUse.headers.get('retry-after'))).toBeLessThanOrEqual(15);
    await alter(`lease_until = app.now() - interval '1 second'`, key);
    const again = await send(key, mail(), 1);
    expect(again.body.data.emails).toEqual(first.body.data.emails);
    expect(await emails()).toBe(before + 1);
  });

  it('has no second effect when the first answer was an outage that came after the commit', async () => {
    const key = randomUUID();
    await system.service('delivery').kill();
    const away = await send(key);
    expect(away.status).toBe(503);
    await system.service('delivery').start();
    expect((await send(key)).status).toBe(200);
  });

  it('is forgotten after 24 hours', async () => {
    const [key, before] = [randomUUID(), await emails()];
    await send(key);
    await alter(`expires_at = expires_at - interval '24 hours'`, key);
    expect((await send(key)).status).toBe(200);
    expect(await emails()).toBe(before + 2);
  });

  it('belongs to its project', async () => {
    const other = await system.createProject();
    const key = randomUUID();
    await send(key);
    const body = { ...mail(), from: `hello@${other.senderDomain}` };
    const answer = await system.client(other.secretKey).post('/v1/send', body, { 'idempotency-key': key });
    expect(answer.status).toBe(200);
  });

  it.each(['', 'x'.repeat(256), 'tab\there'])('refuses the key %j', async (key) => {
    expect((await send(key)).body.error.code).toBe('BAD_REQUEST');
  });
});
