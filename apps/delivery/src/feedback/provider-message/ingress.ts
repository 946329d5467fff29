import { Inject, Injectable, Optional } from '@nestjs/common';
import { Db, type Statement } from '@waybill/database/db';

/** Milliseconds between two writes of one process. */
const writeEvery = 5_000;
/** Token of another interval, for tests. */
export const INGRESS_INTERVAL = Symbol('ingress interval');
/** The provider whose reports arrive through the gateway. */
const provider = 'ses';

/** After 120 s without a report, assume that notifications are not arriving. */
export const owedTooLong = 120;

/**
 * `$1` provider, `$2` milliseconds since the message. What was owed before it is no longer: reports come. When it had been owed
 * for too long, an interruption has just ended and what was kept back by it is still on its way.
 */
const heardStatement: Statement = {
  name: 'delivery_ingress_heard',
  text: `WITH message AS (SELECT app.now() - $2::float8 * interval '1 millisecond' AS at)
    INSERT INTO delivery.provider_ingress AS i (provider, heard_at, steady_since) SELECT $1, at, at FROM message
    ON CONFLICT (provider) DO UPDATE SET
      heard_at = greatest(i.heard_at, excluded.heard_at),
      owed_since = CASE WHEN i.owed_since > excluded.heard_at THEN i.owed_since END,
      steady_since = CASE WHEN i.owed_since < excluded.heard_at - interval '${owedTooLong} seconds'
        THEN excluded.heard_at ELSE i.steady_since END`,
};

/**
 * `$1` provider, `$2` and `$3` milliseconds since the first and the last email that it took and that are not written down yet.
 * A provider that never reported owes nothing.
 */
const takenStatement: Statement = {
  name: 'delivery_ingress_taken',
  text: `UPDATE delivery.provider_ingress i SET owed_since = CASE WHEN i.heard_at < t.first THEN t.first ELSE t.last END
    FROM (SELECT app.now() - $2::float8 * interval '1 millisecond' AS first,
            app.now() - $3::float8 * interval '1 millisecond' AS last) AS t
    WHERE i.provider = $1 AND i.owed_since IS NULL AND i.heard_at < t.last`,
};

/**
 * The heartbeat of the reports of a provider: the time of the last one, and the time since which one is missing. It
 * distinguishes "no evidence" from "reports do not arrive". Written every few seconds at most.
 */
@Injectable()
export class Ingress {
  private readonly heardNote: Note;
  private readonly takenNote: Note;

  constructor(db: Db, @Optional() @Inject(INGRESS_INTERVAL) intervalMs = writeEvery) {
    this.heardNote = new Note((_first, last) => db.query(heardStatement, [provider, last]), intervalMs);
    this.takenNote = new Note((first, last) => db.query(takenStatement, [provider, first, last]), intervalMs);
  }

  /** A proven message arrived. */
  heard(): void {
    this.heardNote.happened();
  }

  /** A provider took an email: when it is this one, it will report of it. */
  taken(account: string): void {
    if (account === provider) this.takenNote.happened();
  }

  /** Writes what is not written yet. */
  async flush(): Promise<void> {
    await this.heardNote.flush();
    await this.takenNote.flush();
  }
}

/** The first and the last moment of something, `performance.now()`. */
interface Span {
  first: number;
  last: number;
}

/** Writes moments down: one at once, and what follows within the interval together; what cannot be written is tried again. */
class Note {
  private waiting: Span | undefined;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    /** Given the milliseconds since the first and the last moment. */
    private readonly write: (first: number, last: number) => Promise<unknown>,
    private readonly interval: number,
  ) {}

  happened(): void {
    const now = performance.now();
    this.waiting = { first: this.waiting?.first ?? now, last: now };
    if (!this.timer) this.begin();
  }

  /** Writes what waits, and waits for it. */
  flush(): Promise<void> {
    if (this.waiting) this.begin();
    return this.writing;
  }

  private begin(): void {
    const span = this.waiting;
    this.waiting = undefined;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.flush();
    }, this.interval).unref();
    if (span) this.writing = this.writing.then(() => this.put(span));
  }

  private async put({ first, last }: Span): Promise<void> {
    const now = performance.now();
    try {
      await this.write(now - first, now - last);
    } catch {
      this.waiting = { first, last: this.waiting?.last ?? last };
    }
  }
}
