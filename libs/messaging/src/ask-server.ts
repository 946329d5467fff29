import { Logger } from '@nestjs/common';
import { NatsContext, ServerNats } from '@nestjs/microservices';
import type { AppError } from '@waybill/contracts/errors';
import { JsonText } from '@waybill/contracts/wire/json-text';
import type { Outcome } from '@waybill/contracts/wire/outcome';
import { Turns } from '@waybill/database/turns';
import type { Msg, NatsConnection } from 'nats';
import { isObservable, lastValueFrom } from 'rxjs';
import { toAnswerError } from './answer-error';
import type { NatsLink } from './nats-link';
import { okStart, type PayloadCodec } from './payload';

const drainLimit = 8_000;

/** Bytes of large asks that are answered at once: what is read from one, and made of it, takes six times as much. */
const largeAtOnce = 16 * 1024 * 1024;
const mostWaiting = 50;
/** Milliseconds; who asked has given up by then. */
const longestWait = 20_000;

/**
 * Nest's NATS transport on the process's own connection: answers asks of the queue group, takes payloads of any size and
 * finishes what it has begun before it closes.
 */
export class AskServer extends ServerNats {
  private readonly log = new Logger(AskServer.name);
  private inFlight = 0;
  private listening: { unsubscribe(): void }[] = [];
  private readonly large = new Turns(largeAtOnce, mostWaiting, 'Too many large asks are under way', longestWait);

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
    try {
      const outcome = await this.outcome(channel, message);
      const packed = await this.codec.pack(toJson(outcome));
      message.respond(packed.data, { headers: packed.headers });
    } catch (error) {
      this.log.error(`the answer to ${channel} could not be sent: ${String(error)}`);
    } finally {
      this.inFlight--;
    }
  }

  private async outcome(channel: string, message: Msg): Promise<Outcome<unknown>> {
    const bytes = this.codec.storedBytes(message);
    try {
      const work = (): Promise<unknown> => this.handle(channel, message);
      return { ok: bytes > 0 ? await this.large.take(work, bytes) : await work() };
    } catch (error) {
      const known: AppError = toAnswerError(error, (text) => this.log.error(`${channel}: ${text}`));
      return { error: known.toWire() };
    }
  }

  private async handle(channel: string, message: Msg): Promise<unknown> {
    const handler = this.messageHandlers.get(channel);
    if (!handler) throw new Error(`no handler for ${channel}`);
    const request = await this.codec.unpack(message);
    const context = new NatsContext([message.subject, message.headers]);
    const answer: unknown = await handler(request, context);
    return isObservable(answer) ? lastValueFrom(answer) : answer;
  }
}

/** An answer that is JSON already is not made again. */
function toJson(outcome: Outcome<unknown>): string {
  return 'ok' in outcome && outcome.ok instanceof JsonText ? `${okStart}${outcome.ok.text}}` : JSON.stringify(outcome);
}
