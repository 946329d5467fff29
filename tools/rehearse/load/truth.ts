/** What the ledger, the tables and the mail server say about the operations that were accepted. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Sink } from '../../bench/sink/sink.ts';
import { addressOf } from './load.ts';
import type { Operation } from './load.ts';

export interface Truth {
  /** Accepted, and not there or not handed over. */
  lost: number;
  /** Emails and events that exist more than once for one operation, and emails that left twice without being marked. */
  doubled: number;
  /** Emails that left twice and are marked as a possible duplicate. */
  marked: number;
  /** Emails whose outcome is not known yet: a report or ten minutes settle them. */
  unsettled: number;
  /** Emails that were sent and whose event did not reach its consumer. */
  eventsLost: number;
}

interface EmailRow {
  id: string;
  to_address: string;
  status: string;
  possible_duplicate: boolean;
  events: number;
}

/** Milliseconds until everything that can be settled is: a lease of 60 s may have to end first. */
const settleLimitMs = 120_000;

const open = new Set(['QUEUED', 'SENDING', 'UNKNOWN']);

/** Waits until all is settled, then counts. */
export async function truthOf(operations: Operation[], databaseUrl: string, sink: Sink): Promise<Truth> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => undefined);
  try {
    const accepted = operations.filter(({ acceptedAt }) => acceptedAt !== undefined);
    const ends = performance.now() + settleLimitMs;
    for (;;) {
      const truth = await count(operations, accepted, pool, sink);
      const isOver = truth.unsettled + truth.eventsLost + truth.lost === 0;
      if (isOver || performance.now() > ends) return truth;
      await delay(1_000);
    }
  } finally {
    await pool.end();
  }
}

async function count(operations: Operation[], accepted: Operation[], pool: pg.Pool, sink: Sink): Promise<Truth> {
  const emails = await emailsOf(ofKind(operations, 'send'), pool);
  const events = await eventsOf(ofKind(operations, 'track'), pool);
  const { ids, doubledIds } = await sink.counts();
  const left = new Set(ids);
  const byId = new Map(emails.map((email) => [email.id, email]));
  const sends = ofKind(accepted, 'send').map(({ id }) => byId.get(id ?? ''));
  const isLost = (email?: EmailRow): boolean => !email || (!open.has(email.status) && !left.has(email.id));
  const twice = doubledIds.map((id) => byId.get(id)).filter((email) => email !== undefined);
  return {
    lost: sends.filter(isLost).length + ofKind(accepted, 'track').filter(({ key }) => !events.has(key)).length,
    doubled:
      emails.length -
      new Set(emails.map(({ to_address }) => to_address)).size +
      [...events.values()].filter((times) => times > 1).length +
      twice.filter(({ possible_duplicate }) => !possible_duplicate).length,
    marked: twice.filter(({ possible_duplicate }) => possible_duplicate).length,
    unsettled: emails.filter(({ status }) => open.has(status)).length,
    eventsLost: emails.filter(({ status, events: seen }) => !open.has(status) && seen !== 1).length,
  };
}

const ofKind = (operations: Operation[], kind: Operation['kind']): Operation[] =>
  operations.filter((operation) => operation.kind === kind);

/** The ledger rows of the addresses, each with how often its `email.sent` reached the activity feed. */
async function emailsOf(operations: Operation[], pool: pg.Pool): Promise<EmailRow[]> {
  const { rows } = await pool.query<EmailRow>(
    `SELECT e.id, e.to_address, e.status, e.possible_duplicate,
       (SELECT count(*)::integer FROM delivery.activity a
        WHERE a.project_id = e.project_id AND a.email_id = e.id AND a.type = 'email.sent') AS events
     FROM delivery.email e WHERE e.to_address = ANY($1)`,
    [operations.map(addressOf)],
  );
  return rows;
}

/** How often the event of each operation is stored. */
async function eventsOf(operations: Operation[], pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ key: string; times: number }>(
    `SELECT data->>'operation' AS key, count(*)::integer AS times FROM contacts.event
     WHERE name = 'rehearsed' AND data->>'operation' = ANY($1) GROUP BY 1`,
    [operations.map(({ key }) => key)],
  );
  return new Map(rows.map(({ key, times }) => [key, times]));
}
