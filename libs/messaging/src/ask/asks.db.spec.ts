import { Controller, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, Payload, type MicroserviceOptions } from '@nestjs/microservices';
import { askSubject, type Batch, type BatchReply } from '@waybill/contracts/asks';
import type { ListContactsAsk } from '@waybill/contracts/contacts/contact';
import { AppError } from '@waybill/contracts/errors';
import { JsonText } from '@waybill/contracts/wire/json-text';
import { LargeAnswer } from '@waybill/contracts/wire/large-answer';
import type { TrackedEvent, TrackEvent } from '@waybill/contracts/contacts/track';
import type { GetMessage, ListMessages } from '@waybill/contracts/mailbox/mailbox';
import { eventually } from '@waybill/testing/eventually';
import { natsUrl } from '@waybill/testing/database/test-database';
import { outcomes } from './answer-error';
import { AskClient } from './ask-client';
import { AskErrorFilter } from './ask-error.filter';
import { AskServer } from './ask-server';
import { NatsLink } from '../nats/nats-link';
import { PayloadCodec } from './payload';

const megabyte = 1024 * 1024;
/** That an answer is late is one test's matter; for the others a machine that stands still is no outage. */
const patientDeadline = 10_000;
let batches: number[] = [];
let release: () => void = () => {};

/** How many large answers are made at once, and were at most. */
let making = 0;
let mostMade = 0;

async function makeSlowly(): Promise<{ source: string }> {
  mostMade = Math.max(mostMade, ++making);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  making--;
  return { source: 'x'.repeat(megabyte) };
}

@Controller()
class Answers {
  @MessagePattern(askSubject('contacts.track'))
  async track(@Payload() { items }: Batch<TrackEvent>): Promise<BatchReply<TrackedEvent>> {
    batches.push(items.length);
    const answers = items.map(async (item) => {
      if (item.event === 'bad') throw new AppError('CONFLICT', 'not this one');
      return { contactId: item.contactId, eventId: item.eventId, timestamp: item.event };
    });
    return { results: await outcomes(answers, () => {}) };
  }

  @MessagePattern(askSubject('delivery.mailbox-get'))
  get(@Payload() { id }: GetMessage) {
    if (id === 'unknown') throw new AppError('NOT_FOUND', 'no such message');
    if (id === 'broken') throw new Error('a secret detail');
    if (id === 'large') return new LargeAnswer(12 * megabyte, () => makeSlowly());
    return { id, source: 'x'.repeat(Number(id)) };
  }

  @MessagePattern(askSubject('delivery.mailbox-list'))
  async slow(@Payload() { limit }: ListMessages) {
    await new Promise<void>((resolve) => (release = resolve));
    return { data: [], hasMore: false, total: limit };
  }

  @MessagePattern(askSubject('contacts.list'))
  async list(@Payload() { search, limit }: ListContactsAsk) {
    if (search === 'bad') throw new AppError('BAD_REQUEST', 'no such search');
    if (search === 'held') await new Promise<void>((resolve) => (release = resolve));
    return new JsonText(`{ "data": [${'0,'.repeat(limit)}1.0], "hasMore": false, "total": 12345678901234567890 }`);
  }

  @MessagePattern(askSubject('domain-verifier.senders'))
  length(@Payload() { domains }: { domains: string[] }) {
    return { verified: [String(domains[0]?.length)] };
  }
}

const item = (event: string): TrackEvent => ({
  projectId: 'p',
  requestId: 'r',
  keyKind: 'secret',
  contactId: event,
  eventId: event,
  email: 'a@example.com',
  event,
});

describe('asks', () => {
  let link: NatsLink;
  let client: AskClient;
  let app: INestMicroservice;

  beforeAll(async () => {
    link = await NatsLink.open({ NATS_URL: natsUrl() }, 'asks spec');
    const codec = new PayloadCodec(link);
    client = new AskClient(link, codec, patientDeadline);
    const strategy = new AskServer(link, codec, 'spec');
    class Root {}
    const root = { module: Root, controllers: [Answers] };
    app = await NestFactory.createMicroservice<MicroserviceOptions>(root, { strategy, logger: false });
    app.useGlobalFilters(new AskErrorFilter());
    await app.listen();
  });

  afterAll(async () => {
    await app.close();
    await link.onApplicationShutdown();
  });

  it('puts what is asked in one moment into one message and answers each item by itself', async () => {
    batches = [];
    const settled = await Promise.allSettled(
      ['one', 'bad', 'three'].map((event) => client.askOne('contacts.track', item(event))),
    );
    expect(batches).toEqual([3]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(settled[1]).toMatchObject({ reason: { code: 'CONFLICT', message: 'not this one' } });
    expect(settled[2]).toMatchObject({ value: { timestamp: 'three' } });
  });

  it('splits what does not fit into one message', async () => {
    batches = [];
    const large = 'x'.repeat(500_000);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((event) => client.askOne('contacts.track', { ...item(event), data: { large } })),
    );
    expect(answers.map(({ timestamp }) => timestamp)).toEqual(['a', 'b', 'c']);
    expect(batches).toEqual([1, 1, 1]);
  });

  it('carries a question and an answer that are larger than a message may be', async () => {
    const asked = await client.ask('domain-verifier.senders', { projectId: 'p', domains: ['y'.repeat(15 * megabyte)] });
    expect(asked.verified).toEqual([String(15 * megabyte)]);
    const answered = await client.ask('delivery.mailbox-get', { id: String(3 * megabyte) }, { timeout: 10_000 });
    expect(answered.source).toHaveLength(3 * megabyte);
  });

  it('hands on the error of the answering service, and only that it failed for anything else', async () => {
    await expect(client.ask('delivery.mailbox-get', { id: 'unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const broken = await client.ask('delivery.mailbox-get', { id: 'broken' }).catch((error: AppError) => error);
    expect(broken).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(JSON.stringify(broken)).not.toContain('secret detail');
  });

  it('passes an answer on as the JSON that was written, of any size, and parses it for callers that need it', async () => {
    const asked = { projectId: 'p', limit: 1, sort: 'createdAt' as const };
    const json = await client.askJson('contacts.list', asked);
    expect(json.toString()).toBe('{ "data": [0,1.0], "hasMore": false, "total": 12345678901234567890 }');
    expect(await client.ask('contacts.list', asked)).toMatchObject({ data: [0, 1], hasMore: false });
    const large = await client.askJson('contacts.list', { ...asked, limit: megabyte }, { timeout: 10_000 });
    expect(JSON.parse(large.toString()).data).toHaveLength(megabyte + 1);
    await expect(client.askJson('contacts.list', { ...asked, search: 'bad' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'no such search',
    });
  });

  it('an ask is 503 at once when no service listens, and in time when none answers', async () => {
    await expect(client.ask('delivery.mailbox-clear', {})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const late = client.ask('delivery.mailbox-list', { limit: 1 }, { timeout: 50 });
    await expect(late).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    release();
  });

  it('an answer that comes too late is dropped', async () => {
    const before = release;
    const late = client.ask('delivery.mailbox-list', { limit: 1 }, { timeout: 2_000 });
    const refused = expect(late).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await eventually('the first question', () => release !== before);
    await refused;
    const releaseLate = release;
    const next = client.ask('delivery.mailbox-list', { limit: 2 });
    await eventually('the second question', () => release !== releaseLate);
    releaseLate();
    // Answers come in order, so the late one has come when this one has.
    await client.ask('domain-verifier.senders', { projectId: 'p', domains: ['a'] });
    release();
    expect((await next).total).toBe(2);
  });

  it('makes large answers one after the other, and the asker waits longer than its deadline', async () => {
    const asked = Array.from({ length: 4 }, () =>
      client.ask('delivery.mailbox-get', { id: 'large' }, { timeout: 3_000 }),
    );
    expect((await Promise.all(asked)).map(({ source }) => source.length)).toEqual(Array(4).fill(megabyte));
    expect(mostMade).toBe(1);
  });

  it('a payload that is not read leaves nothing in the store', async () => {
    const projectId = 'x'.repeat(megabyte);
    await expect(client.ask('contacts.get', { projectId, id: '' })).rejects.toMatchObject({
      message: 'The contacts service is unavailable',
    });
    const page = { projectId: 'p', limit: megabyte, sort: 'createdAt' as const };
    const before = release;
    const late = client.ask('contacts.list', { ...page, search: 'held' }, { timeout: 2_000 });
    const message = 'The contacts service did not answer in time';
    const refused = expect(late).rejects.toMatchObject({ message });
    await eventually('the question', () => release !== before);
    await refused;
    release();
    // Its answer comes after the late one.
    await client.ask('contacts.list', page);
    const manager = await link.manager();
    const stored = { subjects_filter: '$O.waybill_payload.C.>' };
    const state = async () => (await manager.streams.info('OBJ_waybill_payload', stored)).state;
    await eventually('an empty store', async () => Object.keys((await state()).subjects ?? {}).length === 0);
  });

  it('finishes an answer under way before it closes', async () => {
    const before = release;
    const asked = client.ask('delivery.mailbox-list', { limit: 7 });
    await eventually('the question', () => release !== before);
    const closing = app.close();
    release();
    await closing;
    expect((await asked).total).toBe(7);
  });
});
