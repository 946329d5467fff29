import type { Db } from '@waybill/database/db';
import { gaugeOnScrape, readOnceForScrape } from '@waybill/metrics/gauge-on-scrape';
import type { EventConsumers } from './event/event-consumers';

/** Rows that a count looks at: beyond it the number says "more than". */
const maxCounted = 10_000;

interface Stored {
  waiting: string;
  oldest: string | null;
  dead: string;
}

/** The state of the events and the database connections of a service, read when it is scraped. */
export class MessagingMetrics {
  constructor(db: Db, schema: string, consumers: EventConsumers) {
    const stored = readOnceForScrape(
      async () => (await db.query<Stored & Record<string, unknown>>(storedSql(schema)))[0]!,
    );
    const one = (pick: (row: Stored) => string | null) => async () => {
      const row = await stored();
      return row && [{ value: Number(pick(row) ?? 0) }];
    };
    gaugeOnScrape({
      name: 'waybill_outbox_waiting_transactions',
      help: `Transactions whose events are not on the stream yet, counted up to ${maxCounted}.`,
      read: one(({ waiting }) => waiting),
    });
    gaugeOnScrape({
      name: 'waybill_outbox_oldest_seconds',
      help: 'Age of the oldest event that is not on the stream yet; 0 without one.',
      read: one(({ oldest }) => oldest),
    });
    gaugeOnScrape({
      name: 'waybill_dead_letters',
      help: `Events that this service gave up on, counted up to ${maxCounted}.`,
      read: one(({ dead }) => dead),
    });
    gaugeOnScrape({
      name: 'waybill_consumer_waiting_events',
      help: 'Events that a durable consumer of this service has not handled yet.',
      labelNames: ['consumer'],
      read: readOnceForScrape(async () =>
        (await consumers.waiting()).map(({ consumer, events }) => ({ labels: { consumer }, value: events })),
      ),
    });
    showPool(db);
  }
}

function showPool({ pool }: Db): void {
  const states = { total: () => pool.totalCount, idle: () => pool.idleCount, waiting: () => pool.waitingCount };
  gaugeOnScrape({
    name: 'waybill_database_connections',
    help: 'Connections of the pool: open ones (total), those without work (idle), and work that waits for one (waiting).',
    labelNames: ['state'],
    read: () => Object.entries(states).map(([state, count]) => ({ labels: { state }, value: count() })),
  });
  gaugeOnScrape({
    name: 'waybill_database_pool_size',
    help: 'Connections that the pool may open.',
    read: () => [{ value: pool.options.max ?? 0 }],
  });
}

const storedSql = (schema: string): string => `
  SELECT
    (SELECT count(*) FROM (SELECT FROM ${schema}.outbox WHERE published_in IS NULL LIMIT ${maxCounted}) AS w) AS waiting,
    (SELECT extract(epoch FROM app.now() - created_at) FROM ${schema}.outbox WHERE published_in IS NULL
     ORDER BY seq LIMIT 1) AS oldest,
    (SELECT count(*) FROM (SELECT FROM ${schema}.dead_letter LIMIT ${maxCounted}) AS d) AS dead`;
