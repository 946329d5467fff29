import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { gaugeOnScrape, readOnceForScrape } from '@waybill/metrics/gauge-on-scrape';

interface LaneState {
  lane: string;
  emails: string;
  oldest: string | null;
}

/** Statement over all projects: how many emails each lane holds, and since when the oldest one that is due waits. */
const laneStates = `
  SELECT l.lane,
    (SELECT coalesce(sum(c.emails), 0) FROM delivery.queued_count c WHERE c.lane = l.lane) AS emails,
    (SELECT extract(epoch FROM app.now() - q.due_at) FROM delivery.queue q
     WHERE q.lane = l.lane AND q.claim_token IS NULL AND q.due_at <= app.now()
     ORDER BY q.due_at, q.email_id LIMIT 1) AS oldest
  FROM unnest('{transactional,workflow,campaign}'::text[]) AS l (lane)`;

/** The state of the queue, read when it is scraped. All processes show the same: they share the queue. */
@Injectable()
export class QueueMetrics {
  constructor(db: Db) {
    const read = readOnceForScrape(() => db.query<LaneState & Record<string, unknown>>(laneStates));
    const show = (pick: (state: LaneState) => string | null) => async () =>
      (await read())?.map((state) => ({ labels: { lane: state.lane }, value: Number(pick(state) ?? 0) })) ?? null;
    gaugeOnScrape({
      name: 'waybill_queue_emails',
      help: 'Emails that wait or are being sent, by lane.',
      labelNames: ['lane'],
      read: show(({ emails }) => emails),
    });
    gaugeOnScrape({
      name: 'waybill_queue_oldest_seconds',
      help: 'How long the oldest email that is due has waited for its claim, by lane; 0 without one.',
      labelNames: ['lane'],
      read: show(({ oldest }) => oldest),
    });
  }
}
