import { unavailable } from '@waybill/contracts/errors';
import { Transform } from 'node:stream';

export interface ArrivalLimits {
  /** Bytes a second; a body that comes slower has no place while another waits for one. */
  minBytesPerSecond: number;
  /** Bytes of such bodies that have come; above that the slowest are refused. One alone may have more. */
  maxSlowBytes: number;
}

/** Milliseconds. */
const lookEvery = 250;
/** Samples that decide: one busy moment of this process does not make a caller look slow. */
const window = 4;

/** The sender's side of a large body: an HTTP request or the DATA of an SMTP session. */
export interface BodySource {
  /** Bytes that have come, counted from any moment before the body has its places. */
  received: () => number;
  hasCome: () => boolean;
  /** Ends the connection; only where the body is not read through {@link Arrival.read}. */
  cut: () => void;
}

/** A large body that is being read. */
export interface LargeBody {
  source: BodySource;
  /** Does another body wait for one of its places? */
  isWaitedFor: () => boolean;
  /** Releases its places. */
  leave: () => void;
  /** Waits for a place again. */
  enterAgain: (bytes: number) => Promise<void>;
}

/**
 * Large bodies that have a place and have not arrived. Until then a body takes the memory of its received part, not of its
 * announced size. A slow body loses its place to a waiting one, is read on without a place, and waits for one before it is used.
 */
export class Arrivals {
  private readonly coming: Arrival[] = [];
  private timer?: NodeJS.Timeout;

  constructor(private readonly limits: ArrivalLimits) {}

  /** From now on the body has its places. */
  add(body: LargeBody): Arrival {
    const arrival = new Arrival(body, this);
    this.coming.push(arrival);
    this.timer ??= setInterval(() => this.look(), lookEvery).unref();
    return arrival;
  }

  remove(arrival: Arrival): void {
    const at = this.coming.indexOf(arrival);
    if (at !== -1) this.coming.splice(at, 1);
    if (this.coming.length > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Refuses the slowest while the slow ones hold too much. */
  bound(): void {
    const slow = this.coming.filter(({ isSlow }) => isSlow).sort((a, b) => a.lately - b.lately);
    let bytes = slow.reduce((sum, { received }) => sum + received, 0);
    for (const arrival of slow.slice(0, -1)) {
      if (bytes <= this.limits.maxSlowBytes) return;
      if (arrival.hasCome) continue;
      bytes -= arrival.received;
      arrival.refuse();
    }
  }

  private look(): void {
    for (const arrival of this.coming) arrival.look((this.limits.minBytesPerSecond * window * lookEvery) / 1_000);
    this.bound();
  }
}

export class Arrival {
  isSlow = false;
  private readonly bytesBefore: number;
  /** Bytes received at the last checks, the oldest first. */
  private readonly seen = [0];
  private stream?: Transform;
  private whole?: number;

  constructor(
    private readonly body: LargeBody,
    private readonly all: Arrivals,
  ) {
    this.bytesBefore = body.source.received();
  }

  get hasCome(): boolean {
    return this.whole !== undefined || this.body.source.hasCome();
  }

  /** Bytes since it has had its places. */
  get received(): number {
    return this.whole ?? this.body.source.received() - this.bytesBefore;
  }

  /** Bytes since the oldest sample. */
  get lately(): number {
    return this.received - this.seen[0]!;
  }

  /** The body for its reader; it ends when there is a place to work on it. */
  read(payload: NodeJS.ReadableStream): Transform {
    const stream = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        done(null, chunk);
        if (this.isSlow) this.all.bound();
      },
      flush: (done) => void this.settle().then(() => done(), done),
    });
    payload.once('error', (error: Error) => stream.destroy(error));
    this.stream = stream;
    return payload.pipe(stream);
  }

  /** To be waited for when the body has been read. @throws 503 when there is no place for a slow one. */
  async settle(): Promise<void> {
    this.whole = this.received;
    if (this.isSlow) await this.body.enterAgain(this.whole);
    this.all.remove(this);
  }

  /** Loses its places to waiting bodies when fewer than `least` bytes arrived since the oldest sample. */
  look(least: number): void {
    const isLate = this.seen.length > window && !this.hasCome && this.lately < least;
    if (isLate && !this.isSlow && this.body.isWaitedFor()) {
      this.isSlow = true;
      this.body.leave();
    }
    this.seen.push(this.received);
    if (this.seen.length > window + 1) this.seen.shift();
  }

  refuse(): void {
    this.all.remove(this);
    if (this.stream) this.stream.destroy(unavailable('The body arrives too slowly while other requests wait'));
    else this.body.source.cut();
  }
}
