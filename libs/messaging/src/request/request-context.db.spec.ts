import { Controller, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ctx, MessagePattern, Payload, type MicroserviceOptions } from '@nestjs/microservices';
import { askSubject, type Batch, type BatchReply } from '@waybill/contracts/asks';
import type { TrackedEvent, TrackEvent } from '@waybill/contracts/contacts/track';
import { newId } from '@waybill/database/ids';
import { natsUrl } from '@waybill/testing/database/test-database';
import { outcomes } from '../ask/answer-error';
import { AskClient } from '../ask/ask-client';
import { AskContext } from '../ask/ask-deadline';
import { AskErrorFilter } from '../ask/ask-error.filter';
import { AskServer } from '../ask/ask-server';
import { NatsLink } from '../nats/nats-link';
import { PayloadCodec } from '../ask/payload';
import { currentRequest, inRequest, type RequestContext } from './request-context';

const trace = (digit: string): string => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
let asked: (RequestContext | undefined)[] = [];

@Controller()
class Answers {
  @MessagePattern(askSubject('domain-verifier.senders'))
  senders() {
    asked.push(currentRequest());
    return { verified: [] };
  }

  @MessagePattern(askSubject('contacts.track'))
  async track(@Payload() { items }: Batch<TrackEvent>, @Ctx() context: AskContext): Promise<BatchReply<TrackedEvent>> {
    const answers = context.each(items, async ({ contactId, eventId }) => {
      asked.push(currentRequest());
      return { contactId, eventId, timestamp: '' };
    });
    return { results: await outcomes(answers, () => {}) };
  }
}

const eventOf = (requestId: string, projectId: string): TrackEvent => ({
  ...{ projectId, requestId, keyKind: 'secret', contactId: newId(), eventId: newId() },
  ...{ email: 'a@example.com', event: 'e' },
});

describe('the request of an ask', () => {
  let link: NatsLink;
  let client: AskClient;
  let app: INestMicroservice;

  beforeAll(async () => {
    link = await NatsLink.open({ NATS_URL: natsUrl() }, 'request spec');
    const codec = new PayloadCodec(link);
    client = new AskClient(link, codec, 10_000);
    class Root {}
    const root = { module: Root, controllers: [Answers] };
    const strategy = new AskServer(link, codec, 'request-spec');
    app = await NestFactory.createMicroservice<MicroserviceOptions>(root, { strategy, logger: false });
    app.useGlobalFilters(new AskErrorFilter());
    await app.listen();
  });
  beforeEach(() => (asked = []));
  afterAll(async () => {
    await app.close();
    await link.onApplicationShutdown();
  });

  it('is known to the service that answers: its id, its project and its trace', async () => {
    const request = { requestId: newId(), projectId: newId(), traceparent: trace('a') };
    const { projectId } = request;
    await inRequest(request, () => client.ask('domain-verifier.senders', { projectId, domains: [] }));
    expect(asked).toEqual([request]);
  });

  it('is unknown where an ask belongs to none, except for the project that it names', async () => {
    const projectId = newId();
    await client.ask('domain-verifier.senders', { projectId, domains: [] });
    expect(asked).toEqual([{ requestId: null, projectId, traceparent: undefined }]);
  });

  it('is that of each item, where items of several requests travel as one message', async () => {
    const requests = ['b', 'c'].map((digit) => {
      return { requestId: newId(), projectId: newId(), traceparent: trace(digit) };
    });
    await Promise.all(
      requests.map((request) =>
        inRequest(request, () => client.askOne('contacts.track', eventOf(request.requestId, request.projectId))),
      ),
    );
    expect(asked).toEqual(requests);
  });

  it('is that of the only item of a message', async () => {
    const request = { requestId: newId(), projectId: newId(), traceparent: trace('d') };
    await inRequest(request, () => client.askOne('contacts.track', eventOf(request.requestId, request.projectId)));
    expect(asked).toEqual([request]);
  });
});
