import { Semaphore, type SemaphoreOptions } from './semaphore';

const megabyte = 1024 * 1024;
/** Milliseconds that a piece of work waits for its share at most, before it is refused. */
export const maxWaitMs = 20_000;

/**
 * The memory of a process for large pieces of work, in bytes of the pieces at once. A piece takes its share before it is read or
 * made. Docs: limits.md, "Memory of a process".
 *
 * The shares are apart, because one piece of work passes several: a request holds the share of its body while it waits for the
 * share of an answer. Out of a single sum, requests that hold a part of it would wait for each other.
 */
const shares = {
  /** Gateway: bodies of HTTP and SMTP. Text, what is parsed and what is asked take six times as much. */
  bodies: { capacity: 24 * megabyte, maxWaiting: 200, maxWaitMs, tooMany: 'Too many large bodies are being read' },
  /** Gateway: answers that their callers have not read. The next one does not wait: the unread ones may stay for minutes. */
  unreadAnswers: { capacity: 64 * megabyte, maxWaiting: 0, tooMany: 'Too many large answers are waiting to be read' },
  /** Gateway: what the decoders and encoders of images take. */
  images: { capacity: 200_000_000, maxWaiting: 20, maxWaitMs, tooMany: 'Too many pictures are under way' },
  /** Every process: asks that it answers, with their answers. What is read from one, and made of it, takes six times as much. */
  asks: { capacity: 16 * megabyte, maxWaiting: 50, maxWaitMs, tooMany: 'Too many large asks are under way' },
  /** Every process: answers that it gets from other services. To take one apart takes four times as much. */
  askAnswers: { capacity: 16 * megabyte, maxWaiting: 50, maxWaitMs, tooMany: 'Too many large answers are under way' },
  /**
   * Delivery: emails that are built and sent; making a message takes up to six times as much as its content. Four wait; more would
   * hold the slots of small emails.
   */
  messages: { capacity: 12 * megabyte, maxWaiting: 4, tooMany: 'Too many large messages are being sent' },
} satisfies Record<string, SemaphoreOptions>;

export type MemoryShare = keyof typeof shares;

/** Bytes of slow bodies that a gateway holds beside the share `bodies`, to whose places they have no right any more. */
export const maxSlowBodyBytes = 40 * megabyte;

/** Megabytes of the old generation of a thread (job-thread.ts). A text part of 2 MB of HTML takes most of it. */
export const threadHeapMegabytes = 128;

/** Bytes of a share. */
export const shareBytes = (share: MemoryShare): number => shares[share].capacity;

/** A share of the process's memory; its owner makes it once. Pieces that do not fit wait, or are refused with 503. */
export const memoryShare = (share: MemoryShare, capacity = shareBytes(share)): Semaphore =>
  new Semaphore({ ...shares[share], capacity });
