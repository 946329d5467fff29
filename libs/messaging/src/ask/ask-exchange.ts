import { unavailable } from '@waybill/contracts/errors';
import { headers, type Msg, type MsgHdrs } from 'nats';
import type { NatsLink } from '../nats/nats-link';

const laterHeader = 'waybill-later-ms';

/** Prolongs the wait of the asker by these milliseconds. */
export function answerLater(message: Msg, milliseconds: number): void {
  const marked = headers();
  marked.set(laterHeader, String(Math.ceil(milliseconds)));
  message.respond(undefined, { headers: marked });
}

interface Waiting {
  /** Subject of the answer. */
  reply: string;
  timeout: number;
  late: () => void;
  resolve: (answer: Msg) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * Request and reply over one subscription. The client's own request makes an error object with its stack for each one, in
 * case it should fail, which for short asks is much of their cost.
 *
 * A waiting ask has a place in a list, and the number of that place is part of the subject of its answer. A `Map` by
 * subject would be rebuilt every few asks, and V8 links each old table to the next one: once one of them is in the old
 * generation, all later ones follow it there, with the asks that waited then.
 */
export class AskExchange {
  private readonly inbox: string;
  private readonly places: (Waiting | undefined)[] = [];
  private readonly free: number[] = [];
  private listening = false;
  private next = 0;

  /** `unclaimed` gets the answers that came after their timeout. */
  constructor(
    private readonly link: NatsLink,
    private readonly unclaimed: (answer: Msg) => void,
  ) {
    this.inbox = link.newInbox();
  }

  /**
   * The answer of `service` within `timeout` milliseconds and what the service asks for on top; that of the server where no service
   * listens: {@link isRefusal}. @throws 503 when it cannot be reached or does not answer in time.
   */
  request(service: string, subject: string, data: Uint8Array, options: { timeout: number; headers?: MsgHdrs }) {
    this.listen();
    return new Promise<Msg>((resolve, reject) => {
      const place = this.free.pop() ?? this.places.length;
      const reply = `${this.inbox}.${place}-${this.next++}`;
      const late = (): void => {
        this.take(reply)?.reject(unavailable(`The ${service} service did not answer in time`));
      };
      const timer = setTimeout(late, options.timeout);
      this.places[place] = { reply, timeout: options.timeout, late, resolve, reject, timer };
      try {
        this.link.connection.publish(subject, data, { reply, headers: options.headers });
      } catch {
        this.take(reply)?.reject(unavailable(`The ${service} service cannot be reached`));
      }
    });
  }

  /** The subscription outlives reconnections. */
  private listen(): void {
    if (this.listening) return;
    this.listening = true;
    this.link.connection.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => {
        const later = message.headers?.get(laterHeader);
        if (later) return this.prolong(message.subject, Number(later));
        const asked = this.take(message.subject);
        if (error) asked?.reject(error);
        else if (asked) asked.resolve(message);
        else this.unclaimed(message);
      },
    });
  }

  private prolong(reply: string, milliseconds: number): void {
    const asked = this.places[this.placeOf(reply)];
    if (asked?.reply !== reply) return;
    clearTimeout(asked.timer);
    asked.timer = setTimeout(asked.late, asked.timeout + milliseconds);
  }

  private placeOf(reply: string): number {
    return Number.parseInt(reply.slice(this.inbox.length + 1), 10);
  }

  private take(reply: string): Waiting | undefined {
    const place = this.placeOf(reply);
    const asked = this.places[place];
    // An answer that comes too late finds another in its place, or none.
    if (asked?.reply !== reply) return undefined;
    this.places[place] = undefined;
    this.free.push(place);
    clearTimeout(asked.timer);
    return asked;
  }
}

/** Is it the server's own answer: no service listens to the subject? */
export const isRefusal = (message: Msg): boolean => message.data.byteLength === 0 && message.headers?.code === 503;
