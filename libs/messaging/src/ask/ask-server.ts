import { Logger } from '@nestjs/common';
import { ServerNats } from '@nestjs/microservices';
import { unavailable } from '@waybill/contracts/errors';
import { JsonText } from '@waybill/contracts/wire/json-text';
import { LargeAnswer } from '@waybill/contracts/wire/large-answer';
import type { Outcome } from '@waybill/contracts/wire/outcome';
import { maxWaitMs, memoryShare } from '@waybill/concurrency/memory-budget';
import type { Msg, NatsConnection } from 'nats';
import { isObservable, lastValueFrom } from 'rxjs';
import { toAnswerError } from './answer-error';
import { AskContext, AskDeadlines } from './ask-deadline';
import { answerLater } from './ask-exchange';
import type { NatsLink } from '../nats/nats-link';
import { okStart, type PayloadCodec } from './payload';
import { inRequest, type RequestContext } from '../request/request-context';
import { requestOf } from '../request/request-headers';
import { inSpan } from '../request/spans';

const drainLimit = 8_000;

/** Milliseconds for a megabyte; it takes a tenth of that on an idle machine. */
const perMegabyte = 1_000;

/**
 * Nest's NATS transport on the process's own connection: answers asks of the queue group, takes payloads of any size and
 * finishes what it has begun before it closes.
 */
export class AskServer extends ServerNats {
  private readonly log = new Logger(AskServer.name);
  private readonly deadlines = new AskDeadlines();
  private inFlight = 0;
  private listening: { unsubscribe(): void }[] = [];
  private readonly large = memoryShare('asks');

  constructor(
    private readonly link: NatsLink,
    private readonly codec: PayloadCodec,
    private readonly queueGroup: string,
  ) {
    super({ queue: queueGroup });
  }

  override createNatsClient(): Promise<never> {
    return Promise.resolve(this.link.connection as never);
  }

  // The link watches the connection's state for everyone.
  override handleStatusUpdates(): Promise<void> {
    return Promise.resolve();
  }

  override bindEvents(client: unknown): void {
    for (const channel of this.messageHandlers.keys()) {
      const subscription = (client as NatsConnection).subscribe(channel, {
        queue: this.queueGroup,
        callback: (error, message) => {
          if (error) this.log.error(error);
          else void this.answer(channel, message);
        },
      });
      this.listening.push(subscription);
    }
  }

  /** Stops taking asks, waits for the answers under way; the link closes the connection. */
  override async close(): Promise<void> {
    this.listening.forEach((subscription) => subscription.unsubscribe());
    this.listening = [];
    const end = Date.now() + drainLimit;
    while (this.inFlight > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
    if (this.link.isUp) await this.link.connection.flush();
  }

  private async answer(channel: string, message: Msg): Promise<void> {
    this.inFlight++;
    const bytes = this.codec.storedBytes(message);
    const deadline = this.deadlines.of(message.headers, senderOf(message));
    try {
      if (bytes > 0) {
        const extraMs = extraMsOf(bytes);
        const work = () => this.handle(channel, message, deadline + extraMs);
        await this.respondInTurn(channel, message, bytes, work);
      } else await this.respond(channel, message, () => this.handle(channel, message, deadline));
    } catch (error) {
      this.log.error(`the answer to ${channel} could not be sent: ${String(error)}`);
      const outcome = { error: unavailable('The answer could not be sent').toWire() };
      if (this.link.isUp) message.respond(toJson(outcome));
    } finally {
      this.inFlight--;
    }
  }

  private async respond(channel: string, message: Msg, work: () => Promise<unknown>, inTurn = false): Promise<void> {
    const outcome = await this.outcome(channel, work);
    if ('ok' in outcome && outcome.ok instanceof LargeAnswer) {
      const { bytes, make } = outcome.ok;
      if (inTurn) return this.respond(channel, message, make, true);
      return this.respondInTurn(channel, message, bytes, make);
    }
    const packed = await this.codec.pack(toJson(outcome));
    message.respond(packed.data, { headers: packed.headers });
  }

  /** From the reading of the ask until its answer is packed. */
  private async respondInTurn(
    channel: string,
    message: Msg,
    bytes: number,
    work: () => Promise<unknown>,
  ): Promise<void> {
    answerLater(message, extraMsOf(bytes));
    let leave: () => void;
    try {
      leave = await this.large.acquire({ weight: bytes });
    } catch (error) {
      await this.codec.discard(message.headers);
      return this.respond(channel, message, () => Promise.reject(error as Error));
    }
    await this.respond(channel, message, work, true).finally(leave);
  }

  private async outcome(channel: string, work: () => Promise<unknown>): Promise<Outcome<unknown>> {
    try {
      return { ok: await work() };
    } catch (error) {
      return { error: toAnswerError(error, (text) => this.log.error(`${channel}: ${text}`)).toWire() };
    }
  }

  /** Does not begin work that cannot be answered in time: the asker has already failed. */
  private async handle(channel: string, message: Msg, deadline: number): Promise<unknown> {
    const handler = this.messageHandlers.get(channel);
    if (!handler) throw new Error(`no handler for ${channel}`);
    const request = await this.codec.unpack(message);
    if (performance.now() >= deadline) throw unavailable('The service could not begin in time');
    const context = new AskContext(message.subject, message.headers, deadline);
    const work = async (): Promise<unknown> => {
      const answer: unknown = await handler(request, context);
      return isObservable(answer) ? lastValueFrom(answer) : answer;
    };
    const asked = onlyItem(request);
    return asked ? this.handleAsked(channel, requestOf(message.headers, asked), work) : work();
  }

  /** As part of the request for which it is asked: an error is logged with its ids. */
  private handleAsked(channel: string, request: RequestContext, work: () => Promise<unknown>): Promise<unknown> {
    const explained = (): Promise<unknown> =>
      work().catch((error: unknown) => {
        throw toAnswerError(error, (text) => this.log.error(`${channel}: ${text}`));
      });
    const { traceparent: parent } = request;
    return inRequest(request, () => inSpan(channel, { kind: 'server', parent }, explained));
  }
}

/**
 * The object that names the request of an ask: its payload, or the only item of a batch. Null for several items, which come from requests of
 * their own: the handler sees to them by {@link AskContext.each}.
 */
function onlyItem(payload: unknown): object | null {
  const { items } = (payload ?? {}) as { items?: unknown };
  if (!Array.isArray(items)) return payload ?? {};
  return items.length === 1 ? (items[0] as object) : null;
}

/** An answer that is JSON already is not made again. */
function toJson(outcome: Outcome<unknown>): string {
  return 'ok' in outcome && outcome.ok instanceof JsonText ? `${okStart}${outcome.ok.text}}` : JSON.stringify(outcome);
}

/** Milliseconds by which the deadline of an ask is extended for this number of bytes. */
const extraMsOf = (bytes: number): number => maxWaitMs + (bytes / 1_000_000) * perMegabyte;

/** The part of the reply subject that all asks of one connection share. */
const senderOf = ({ reply = '' }: Msg): string => reply.slice(0, reply.lastIndexOf('.'));
