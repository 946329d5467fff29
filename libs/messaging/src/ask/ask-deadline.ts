import { NatsContext } from '@nestjs/microservices';
import type { MsgHdrs } from 'nats';
import { inRequest, requestIn } from '../request/request-context';
import { tracesOf } from '../request/request-headers';
import { inSpan } from '../request/spans';

/** `<sender's clock when it asked> <milliseconds for the answer>`. Hosts' clocks may differ, see {@link AskDeadlines}. */
const deadlineHeader = 'waybill-deadline';

/** Share of the asker's patience, and its maximum in milliseconds, that is kept for the commit and the way back. */
const reserve = { share: 0.15, maxMs: 300 };

/** Notes in the headers of an ask for how long its asker waits. */
export function setDeadline(headers: MsgHdrs, timeoutMs: number): void {
  const answerMs = timeoutMs - Math.min(timeoutMs * reserve.share, reserve.maxMs);
  headers.set(deadlineHeader, `${Date.now()} ${Math.round(answerMs)}`);
}

/** The context of an ask, which a handler gets by `@Ctx()`. */
export class AskContext extends NatsContext {
  constructor(
    subject: string,
    headers: MsgHdrs | undefined,
    /** Until when (`performance.now()`) the asker can use what is committed; Infinity when it did not say. */
    readonly deadline: number,
  ) {
    super([subject, headers]);
  }

  /** Runs `work` for each item of a batch as part of the request that the item came from. */
  each<I, O>(items: I[], work: (item: I) => Promise<O>): Promise<O>[] {
    // A single one is part of its request already: {@link AskServer}.
    if (items.length === 1) return items.map(work);
    const traceparents = tracesOf(this.getHeaders() as MsgHdrs | undefined);
    return items.map((item, index) => {
      const traceparent = traceparents[index];
      const inItsSpan = (): Promise<O> =>
        inSpan(this.getSubject(), { kind: 'server', parent: traceparent }, () => work(item));
      return inRequest({ ...requestIn(item), traceparent }, inItsSpan);
    });
  }
}

const windowMs = 30_000;
/** Above this a difference is a clock that was set, not an ask that waited. */
const maxTransitMs = 30_000;

/**
 * Computes until when an ask is worth an answer. An ask may have waited where this process could not see it: on the way, or
 * in its socket while it was busy. The clocks of two hosts are not compared, only the differences between asks of one
 * sender: the fastest ask of the last minute counts as one that did not wait.
 */
export class AskDeadlines {
  private current = new Map<string, number>();
  private previous = new Map<string, number>();
  private rotatesAt = 0;

  constructor(private readonly clock: () => number = Date.now) {}

  /** `sender` names the connection of the asker. In terms of `performance.now()`; Infinity without a header. */
  of(headers: MsgHdrs | undefined, sender: string): number {
    const [sentAt, answerMs] = (headers?.get(deadlineHeader) ?? '').split(' ').map(Number);
    if (!sentAt || answerMs === undefined) return Infinity;
    return performance.now() + answerMs - this.waited(sender, sentAt);
  }

  private waited(sender: string, sentAt: number): number {
    const now = this.clock();
    if (now >= this.rotatesAt) {
      this.previous = this.current;
      this.current = new Map();
      this.rotatesAt = now + windowMs;
    }
    const difference = now - sentAt;
    const least = Math.min(difference, this.current.get(sender) ?? Infinity, this.previous.get(sender) ?? Infinity);
    if (difference - least <= maxTransitMs) {
      this.current.set(sender, Math.min(difference, this.current.get(sender) ?? Infinity));
      return difference - least;
    }
    this.current.set(sender, difference);
    this.previous.delete(sender);
    return 0;
  }
}
