import { Injectable } from '@nestjs/common';
import { billingCategoryOf } from '@waybill/contracts/billing/limits';
import type { AppError } from '@waybill/contracts/errors';
import type { SourceType } from '@waybill/contracts/events';
import { Db, type Queryable, type Transaction } from '@waybill/database/db';
import { capExceeded, monthOf, type Cap, type MonthCap } from './cap';
import { CapsReader } from './caps-reader';
import { lockUsage, UsageReader } from './usage';
import { knownStatement } from './usage.sql';

/** Emails that are to be written together, all or none. */
export interface Wanted {
  projectId: string;
  cap: Cap;
  /** How many of them will count. */
  emails: number;
  /** The id of one of them: what is in the ledger already is not refused. */
  id: string;
}

/** The columns of an email whose cap is checked again. */
interface AcceptedEmail {
  project_id: string;
  source_type: SourceType;
  /** Moment of acceptance, milliseconds since 1970. */
  accepted_ms: number;
}

/**
 * Keeps projects within their caps. A project without a cap costs no statement, and one ask in five
 * seconds. With one, what is written under `refusalsOf` passes it by none, however many processes write.
 */
@Injectable()
export class CapGuard {
  private readonly usage: UsageReader;

  constructor(
    private readonly db: Db,
    private readonly caps: CapsReader,
  ) {
    this.usage = new UsageReader(db);
  }

  /** The cap of what a project sends or receives in this way; null: none. */
  async capOf(projectId: string, source: SourceType): Promise<Cap | null> {
    const category = billingCategoryOf[source];
    const caps = await this.caps.of(projectId);
    if (caps.total) return { category: 'total', limit: caps.total };
    const limit = caps[category];
    return limit === null ? null : { category, limit };
  }

  /**
   * The look before anything is written; what is written meanwhile is `refusalsOf`'s.
   * @returns the cap to write under. @throws AppError 403 BILLING_LIMIT_EXCEEDED.
   */
  async check(projectId: string, source: SourceType, emails: number, id: string): Promise<Cap | null> {
    const cap = await this.capOf(projectId, source);
    if (!cap) return null;
    const usage = await this.usage.of({ projectId });
    if (usage[cap.category] + emails <= cap.limit || (await isKnown(this.db, projectId, id))) return cap;
    throw capExceeded(cap, usage, emails);
  }

  /** The cap that the email passes, and its month; null when it may leave. The settlement decides by the usage then. */
  async passedBy(email: AcceptedEmail): Promise<MonthCap | null> {
    const cap = await this.capOf(email.project_id, email.source_type);
    if (!cap) return null;
    const month = monthOf(email.accepted_ms);
    const usage = await this.usage.of({ projectId: email.project_id, month });
    return usage[cap.category] > cap.limit ? { ...cap, month } : null;
  }
}

/**
 * The refusals of these emails, in order: 403 for those over their cap, null for those that may be written in this
 * transaction, which locks the usage of the projects.
 */
export async function refusalsOf(tx: Transaction, wanted: Wanted[]): Promise<(AppError | null)[]> {
  const usages = await lockUsage(tx, wanted);
  const refusals: (AppError | null)[] = [];
  for (const [index, { projectId, cap, emails, id }] of wanted.entries()) {
    const usage = usages[index]!;
    const fits = usage[cap.category] + emails <= cap.limit;
    // The same row for all of a project: what is let in takes from those behind it.
    if (fits) usage[cap.category] += emails;
    refusals.push(fits || (await isKnown(tx, projectId, id)) ? null : capExceeded(cap, usage, emails));
  }
  return refusals;
}

/** A repeated request is answered with the rows that it wrote before. */
async function isKnown(db: Queryable, projectId: string, id: string): Promise<boolean> {
  return (await db.query(knownStatement, [projectId, id])).length > 0;
}
