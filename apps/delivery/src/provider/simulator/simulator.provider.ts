import PostalMime from 'postal-mime';
import type { Db } from '@waybill/database/db';
import { errorCode } from '@waybill/database/database-errors';
import { newId } from '@waybill/database/ids';
import { WriteBatcher } from '@waybill/database/write-batcher';
import { LoggedPoller } from '@waybill/messaging/worker';
import type { NewNotification } from '../../feedback/report/report';
import { storeNotifications } from '../../feedback/report/report.sql';
import { originalLink } from '../../tracking/original-link';
import { firstLink } from '../../tracking/tracked-html';
import type { EmailProvider, HandOver, HandOverRequest } from '../provider';
import { outcomeOf } from './simulator-outcome';
import { refusal, simulatedReports } from './simulator-report';
import { keepStatement, keepValues, pruneStatement, type SimulatedMessage } from './simulator.sql';

/** The number of newest messages that are kept. */
const keptMessages = 5_000;

/** A larger message counts for several in one transaction. */
const bytesPerItem = 50_000;

interface Kept {
  message: SimulatedMessage;
  notifications: NewNotification[];
}

/**
 * Keeps every message in a mailbox instead of sending it, and reports what its recipient's address asks for through the
 * same inbox as a real provider's reports. Handing over the same email and attempt again changes nothing.
 */
export class SimulatorProvider implements EmailProvider {
  readonly name = 'simulator';
  private readonly writes: WriteBatcher<Kept, void>;
  private readonly pruning = new LoggedPoller('mailbox-prune', () => this.prune(), 5_000);
  private fresh = 0;

  constructor(private readonly db: Db) {
    this.writes = new WriteBatcher({
      write: (items) => this.write(items),
      maxItems: 100,
      weight: ({ message }) => Math.max(1, message.raw.byteLength / bytesPerItem),
      concurrency: 1,
    });
  }

  async handOver(request: HandOverRequest): Promise<HandOver> {
    this.pruning.start();
    const outcome = outcomeOf(request.envelope.to);
    const refused = refusal(outcome, request.attempt);
    if (refused) return refused;
    const messageId = `simulator-${request.emailId}-${request.attempt}`;
    const now = new Date();
    try {
      const { subject, html } = await read(request.raw, outcome === 'click');
      const payload = { messageId, subject, link: clickedLink(html) };
      const notifications = simulatedReports(request, outcome, payload, now);
      await this.writes.add({ message: { ...simulated(request), subject }, notifications });
      return { outcome: 'accepted', messageId, at: now };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Without a connection nothing was written; any other failure may have come after the commit.
      if (errorCode(error) === 'ECONNREFUSED') return { outcome: 'not_accepted', kind: 'unreachable', reason };
      return { outcome: 'doubtful', reason };
    }
  }

  async close(): Promise<void> {
    await this.pruning.stop();
  }

  private async write(items: Kept[]): Promise<void[]> {
    const messages = items.map((item) => item.message);
    const notifications = items.flatMap((item) => item.notifications);
    await this.db.transaction(async (tx) => {
      await tx.query(keepStatement, keepValues(messages));
      await storeNotifications(tx, notifications);
    });
    this.fresh += items.length;
    return items.map(() => undefined);
  }

  private async prune(): Promise<void> {
    if (this.fresh === 0) return;
    this.fresh = 0;
    await this.db.query(pruneStatement, [keptMessages]);
  }
}

function simulated({ projectId, emailId, attempt, envelope, raw }: HandOverRequest): Omit<SimulatedMessage, 'subject'> {
  return { id: newId(), projectId, emailId, attempt, to: envelope.to, from: envelope.from, raw };
}

/** The subject, and the HTML where it is wanted; a subject in plain ASCII needs no MIME parser. */
async function read(raw: Buffer, withHtml: boolean): Promise<{ subject: string; html: string }> {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end < 0 ? raw.length : end + 4);
  const line = /^subject:((?:.*\r\n[ \t])*.*)\r\n/im.exec(head.toString('latin1'))?.[1] ?? '';
  if (!withHtml && !/=\?|[^\x20-\x7e\r\n\t]/.test(line)) {
    return { subject: line.replace(/\r\n(?=[ \t])/g, '').trim(), html: '' };
  }
  const { subject = '', html = '' } = await PostalMime.parse(withHtml ? raw : head);
  return { subject, html };
}

/** The first web address in the HTML that a reader could click: of a tracked link, the one it leads to. */
function clickedLink(html: string): string | undefined {
  const link = firstLink(html);
  return link === null ? undefined : originalLink(link);
}
