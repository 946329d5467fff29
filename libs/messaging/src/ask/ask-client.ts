import { AppError, unavailable } from '@waybill/contracts/errors';
import {
  askSubject,
  type AskName,
  type AskReply,
  type AskRequest,
  type BatchAskName,
  type BatchItem,
  type BatchReply,
  type BatchResult,
} from '@waybill/contracts/asks';
import type { Outcome } from '@waybill/contracts/wire/outcome';
import { Coalescer } from '@waybill/concurrency/coalescer';
import { memoryShare } from '@waybill/concurrency/memory-budget';
import { headers as emptyHeaders, NatsError, type MsgHdrs } from 'nats';
import { setDeadline } from './ask-deadline';
import { AskExchange, isRefusal } from './ask-exchange';
import type { NatsLink } from '../nats/nats-link';
import { maxInlineBytes, okStart, type PayloadCodec } from './payload';
import { currentTraceparent } from '../request/request-context';
import { setRequest, setTraces } from '../request/request-headers';
import { inSpan } from '../request/spans';

/** Default deadline of an answer: less than the two seconds within which a caller learns of an outage. */
const defaultDeadline = 1_500;

/** Large payloads pass through the object store and are allowed a second more per megabyte. */
const extraPerMegabyte = 1_000;

export interface AskOptions {
  /** Milliseconds; the process's own deadline unless given. */
  timeout?: number;
  /** `performance.now()` until which the answer is of use: shortens the timeout, never prolongs it. */
  deadline?: number;
}

/** One item of a batch, in JSON. */
interface Item {
  json: string;
  deadline: number;
  traceparent?: string;
}

/** The needs of one message beside its JSON. */
interface Exchange<T> {
  timeout: number;
  /** Writes the headers that say for which request is asked. */
  mark: (headers: MsgHdrs) => void;
  read: (json: Buffer) => T;
}

/**
 * Asks other services, typed by `Asks`. Throws the AppError of the answering service, or 503 `SERVICE_UNAVAILABLE` when
 * it is unavailable or does not answer in time.
 */
export class AskClient {
  private readonly coalescers = new Map<BatchAskName, Coalescer<Item, unknown>>();
  private readonly exchange: AskExchange;
  private readonly large = memoryShare('askAnswers');

  constructor(
    private readonly link: NatsLink,
    private readonly codec: PayloadCodec,
    private readonly deadline = defaultDeadline,
  ) {
    this.exchange = new AskExchange(link, ({ headers }) => void codec.discard(headers));
  }

  async ask<K extends AskName>(name: K, request: AskRequest<K>, options: AskOptions = {}): Promise<AskReply<K>> {
    const exchange = { timeout: this.timeoutOf(options), mark: setRequest, read: valueOf };
    const json = JSON.stringify(request);
    return (await inSpan(`ask ${name}`, { kind: 'client' }, () =>
      this.exchangeJson(name, json, exchange),
    )) as AskReply<K>;
  }

  /** The answer as the JSON that travelled, to be handed on without being taken apart. Throws as {@link ask} does. */
  async askJson<K extends AskName>(name: K, request: AskRequest<K>, options: AskOptions = {}): Promise<Buffer> {
    const exchange = { timeout: this.timeoutOf(options), mark: setRequest, read: okJson };
    const json = JSON.stringify(request);
    return inSpan(`ask ${name}`, { kind: 'client' }, () => this.exchangeJson(name, json, exchange));
  }

  /** One item of a batch ask: what is asked in the same turn of the event loop travels as one message. */
  askOne<K extends BatchAskName>(
    name: K,
    item: BatchItem<K>,
    { deadline = Infinity }: Pick<AskOptions, 'deadline'> = {},
  ): Promise<BatchResult<K>> {
    let coalescer = this.coalescers.get(name);
    if (!coalescer) {
      coalescer = new Coalescer({
        send: async (items) => resultsOf(await this.sendAll(name, items)),
        ...{ maxItems: 256, maxSize: maxInlineBytes - 64, sizeOf: ({ json }) => maxBytesOf(json), maxInFlight: 8 },
      });
      this.coalescers.set(name, coalescer);
    }
    const batch = coalescer;
    const json = JSON.stringify(item);
    const add = (): Promise<unknown> => batch.add({ json, deadline, traceparent: currentTraceparent() });
    return inSpan(`ask ${name}`, { kind: 'client' }, add) as Promise<BatchResult<K>>;
  }

  /** The message waits for as long as the least patient of its items. */
  private sendAll(name: AskName, items: Item[]): Promise<unknown> {
    const deadline = Math.min(...items.map((item) => item.deadline));
    const traceparents = items.map(({ traceparent }) => traceparent);
    const mark = (headers: MsgHdrs): void => setTraces(headers, traceparents);
    const json = `{"items":[${items.map((item) => item.json).join(',')}]}`;
    return this.exchangeJson(name, json, { timeout: this.timeoutOf({ deadline }), mark, read: valueOf });
  }

  private timeoutOf({ timeout = this.deadline, deadline = Infinity }: AskOptions): number {
    return Math.min(timeout, deadline - performance.now());
  }

  /** Asks, and returns the answer as parsed by `read`. Large answers wait for memory; 503 where too many wait. */
  private async exchangeJson<T>(name: AskName, json: string, { timeout, mark, read }: Exchange<T>): Promise<T> {
    if (!this.link.isUp) throw unavailable('The message bus is unavailable');
    const service = name.split('.')[0]!;
    if (timeout <= 0) throw unavailable(`The ${service} service could not be asked in time`);
    const extra = json.length > maxInlineBytes ? (json.length / 1_000_000) * extraPerMegabyte : 0;
    const { data, headers = emptyHeaders() } = await this.codec.pack(json).catch(unreachable(service));
    setDeadline(headers, timeout + extra);
    mark(headers);
    const options = { timeout: timeout + extra, headers };
    const answer = await this.exchange.request(service, askSubject(name), data, options);
    if (isRefusal(answer)) {
      await this.codec.discard(headers);
      throw unavailable(`The ${service} service is unavailable`);
    }
    const bytes = this.codec.storedBytes(answer);
    if (bytes === 0) return read(await this.codec.unpackJson(answer));
    const leave = await this.large.acquire({ weight: bytes }).catch(async (error: unknown) => {
      await this.codec.discard(answer.headers);
      throw error;
    });
    try {
      return read(await this.codec.unpackJson(answer).catch(unreachable(service)));
    } finally {
      leave();
    }
  }
}

/** The JSON of what an answer holds; throws the error in it. */
function okJson(json: Buffer): Buffer {
  if (json.toString('latin1', 0, okStart.length) !== okStart) valueOf(json);
  return json.subarray(okStart.length, -1);
}

/** The value of an answer. @throws AppError the error in it */
function valueOf(json: Buffer): unknown {
  const outcome = JSON.parse(json.toString('utf8')) as Outcome<unknown>;
  if ('error' in outcome) throw AppError.fromWire(outcome.error);
  return outcome.ok;
}

/** A payload that could not be left for the other side, or fetched from there. */
const unreachable =
  (service: string) =>
  (error: unknown): never => {
    if (error instanceof NatsError) throw unavailable(`The ${service} service cannot be reached`);
    throw error instanceof Error ? error : new Error(String(error));
  };

/** An upper bound of the bytes of a text: UTF-8 takes at most three for each UTF-16 unit. */
const maxBytesOf = (json: string): number => (json.length < 4_096 ? json.length * 3 : Buffer.byteLength(json));

const resultsOf = (reply: unknown): unknown[] =>
  (reply as BatchReply<unknown>).results.map((outcome) =>
    'ok' in outcome ? outcome.ok : AppError.fromWire(outcome.error),
  );
