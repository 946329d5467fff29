import { createInbox, type Msg } from 'nats';
import type { NatsLink } from './nats-link';

/** A fact on its way to the stream. */
export interface OutgoingFact {
  /** The stream drops a second one of the same id. */
  id: string;
  subject: string;
  payload: string;
}

/** The stream's sequence of a fact it has stored, or why it has not. */
export type PublishOutcome = number | Error;

/** No server takes the fact unless it is set to take larger messages than NATS does by default. */
export class FactTooLarge extends Error {}

/** The facts under way: the number of the first one, and what is known of each. */
interface Round {
  first: number;
  outcomes: (PublishOutcome | undefined)[];
  open: number;
  over: () => void;
}

const deadline = 2_000;
/** What NATS takes by default, bytes. A server that takes less is set wrong, and what is above its limit waits. */
const defaultLimit = 1024 * 1024;

/**
 * Publishes facts to JetStream in order, a round at a time. The client's own publish makes a subscription entry, two stack
 * traces and a timer for each message, and its headers alone cost as much as all that is done here for a fact: a round is
 * one piece of the protocol with one timer.
 */
export class FactPublisher {
  private readonly inbox = createInbox();
  private round?: Round;
  private listening = false;
  private next = 0;

  constructor(private readonly link: NatsLink) {}

  /**
   * One outcome for each fact, in order; what is not acknowledged within two seconds is an Error. The caller waits for it
   * before it publishes more.
   */
  async publish(facts: OutgoingFact[]): Promise<PublishOutcome[]> {
    if (facts.length === 0) return [];
    this.listen();
    const outcomes = new Array<PublishOutcome | undefined>(facts.length);
    const over = new Promise<void>((resolve) => {
      this.round = { first: this.next, outcomes, open: facts.length, over: resolve };
    });
    const timer = setTimeout(() => this.giveUp(), deadline);
    this.send(facts);
    await over;
    clearTimeout(timer);
    return outcomes as PublishOutcome[];
  }

  private send(facts: OutgoingFact[]): void {
    const limit = this.link.connection.info?.max_payload ?? Infinity;
    let commands = '';
    for (const fact of facts) {
      const number = this.next++;
      const marks = `NATS/1.0\r\nNats-Msg-Id: ${fact.id}\r\n\r\n`;
      const size = marks.length + Buffer.byteLength(fact.payload);
      // The server would end the connection.
      if (size > limit) this.settle(number, refusalOf(size));
      else
        commands += `HPUB ${fact.subject} ${this.inbox}.${number} ${marks.length} ${size}\r\n${marks}${fact.payload}\r\n`;
    }
    if (commands !== '') this.link.sendCommands(Buffer.from(commands));
  }

  /** The subscription outlives reconnections. */
  private listen(): void {
    if (this.listening) return;
    this.listening = true;
    const prefix = this.inbox.length + 1;
    this.link.connection.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => this.settle(Number(message.subject.slice(prefix)), error ?? outcomeOf(message)),
    });
  }

  private giveUp(): void {
    for (let number = this.round?.first ?? this.next; number < this.next; number++) {
      this.settle(number, new Error('the stream did not acknowledge in time'));
    }
  }

  private settle(number: number, outcome: PublishOutcome): void {
    const { round } = this;
    const index = number - (round?.first ?? Infinity);
    // An acknowledgement that comes after its round is nobody's, and so is a second one.
    if (!round || index < 0 || round.outcomes[index] !== undefined) return;
    round.outcomes[index] = outcome;
    if (--round.open === 0) round.over();
  }
}

function refusalOf(size: number): Error {
  const text = `a fact of ${size} bytes is above the server's limit`;
  return size > defaultLimit ? new FactTooLarge(text) : new Error(text);
}

/** An acknowledgement is `{stream, seq}`, a refusal `{error}`; without a stream for the subject it is an empty 503. */
function outcomeOf(message: Msg): PublishOutcome {
  if (message.data.byteLength === 0) return new Error(`no stream takes the fact (${message.headers?.code ?? 'empty'})`);
  const { seq, error } = message.json<{ seq?: number; error?: { code: number; description: string } }>();
  if (error) return new Error(`${error.description} (${error.code})`);
  return typeof seq === 'number' ? seq : new Error('the answer of the stream is not an acknowledgement');
}
