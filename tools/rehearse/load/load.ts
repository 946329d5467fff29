/** A bounded, steady load on `/v1/send` and `/v1/track`: each operation is repeated with its idempotency key until it is accepted. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export type Kind = 'send' | 'track';

/** One call of a customer, with all its attempts. */
export interface Operation {
  kind: Kind;
  /** Idempotency key; it names the recipient or the contact too. */
  key: string;
  /** `performance.now()` of the answer 2xx. */
  acceptedAt?: number;
  /** Id of the email or of the event, from that answer. */
  id?: string;
  /** Answers 503 with `Retry-After`. */
  refused: number;
  /** Answers 409 with `Retry-After`: the attempt before was cut off, and its idempotency key is in use until its lease ends. */
  inUse: number;
  /** Connections that ended without an answer, as when the process that held them is killed. */
  cut: number;
  /** Any other answer, which there should be none of. */
  wrong: string[];
}

export interface LoadPlan {
  /** Operations of each kind in a second. */
  perSecond: number;
  secretKey: string;
  senderDomain: string;
  /** Addresses of the gateways that take requests now. */
  gateways: () => string[];
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

/** Operations under way at once; above it a second without service makes no more. */
const maxUnderWay = 3_000;
const answerLimitMs = 15_000;
/** Milliseconds after which a customer gives up: Postgres may take half a minute to fail over, a key may then be in use for 15 s. */
const giveUpMs = 90_000;
const maxPauseMs = 1_000;

export class Load {
  readonly operations: Operation[] = [];
  readonly #plan: LoadPlan;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #underWay = new Set<Promise<void>>();
  #timer?: NodeJS.Timeout;
  #next = 0;

  constructor(plan: LoadPlan) {
    this.#plan = plan;
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (this.#underWay.size >= maxUnderWay) return;
      for (const kind of ['send', 'track'] as const) this.#begin(kind);
    }, 1_000 / this.#plan.perSecond);
  }

  /** Begins nothing more; resolves when every operation was accepted or given up. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    this.#agent.destroy();
  }

  #begin(kind: Kind): void {
    const operation: Operation = { kind, key: randomUUID(), refused: 0, inUse: 0, cut: 0, wrong: [] };
    this.operations.push(operation);
    const work = this.#run(operation).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async #run(operation: Operation): Promise<void> {
    for (const end = performance.now() + giveUpMs; performance.now() < end; ) {
      const answer = await this.#call(operation);
      if (!answer) continue;
      if (answer.status >= 200 && answer.status < 300) return accept(operation, answer);
      note(operation, answer);
      await delay(Math.min(Number(answer.retryAfter ?? Infinity) * 1_000, maxPauseMs));
    }
  }

  /** One attempt; null where no answer came. A gateway that takes no connection is passed over, as a load balancer does. */
  async #call(operation: Operation): Promise<Answer | null> {
    const gateways = this.#plan.gateways();
    const first = this.#next++;
    for (let turn = 0; turn < gateways.length; turn++) {
      try {
        return await this.#post(gateways[(first + turn) % gateways.length]!, operation);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') continue;
        operation.cut++;
        return null;
      }
    }
    await delay(100);
    return null;
  }

  #post(gateway: string, operation: Operation): Promise<Answer> {
    const { path, body } = callOf(operation, this.#plan.senderDomain);
    const headers = {
      authorization: `Bearer ${this.#plan.secretKey}`,
      'content-type': 'application/json',
      'idempotency-key': operation.key,
    };
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', headers, agent: this.#agent, timeout: answerLimitMs };
      const call = request(gateway + path, options, (response) => {
        const parts: string[] = [];
        response.setEncoding('utf8');
        response.on('data', (part: string) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const retryAfter = response.headers['retry-after'];
          resolve({ status: response.statusCode ?? 0, retryAfter, body: parts.join('') });
        });
      });
      call.on('timeout', () => call.destroy(new Error('no answer in time')));
      call.on('error', reject);
      call.end(JSON.stringify(body));
    });
  }
}

/** Counts an answer that is no acceptance. */
function note(operation: Operation, { status, retryAfter, body }: Answer): void {
  if (status === 503 && retryAfter !== undefined) operation.refused++;
  else if (status === 409 && retryAfter !== undefined && body.includes('IDEMPOTENCY_KEY_IN_USE')) operation.inUse++;
  else operation.wrong.push(`${status} ${body.slice(0, 200)}`);
}

/** The address of the person that an operation is about: there is one for each. */
export const addressOf = ({ key }: Pick<Operation, 'key'>): string => `${key}@people.example`;

function callOf(operation: Operation, senderDomain: string): { path: string; body: object } {
  const email = addressOf(operation);
  if (operation.kind === 'track') {
    return { path: '/v1/track', body: { email, event: 'rehearsed', data: { operation: operation.key } } };
  }
  const from = `hello@${senderDomain}`;
  return { path: '/v1/send', body: { to: email, from, subject: 'Rehearsal', body: '<p>Hello.</p>' } };
}

function accept(operation: Operation, { body }: Answer): void {
  operation.acceptedAt = performance.now();
  const { data } = JSON.parse(body) as { data: { event?: string; emails?: { email: string }[] } };
  operation.id = operation.kind === 'track' ? data.event : data.emails?.[0]?.email;
}
