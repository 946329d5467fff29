import { Injectable } from '@nestjs/common';
import { errorCode } from '@waybill/database/database-errors';
import { Db, type Transaction } from '@waybill/database/db';
import { unavailable } from '@waybill/contracts/errors';
import { audiencePredicate, mayGetIt, resolveAudience, type Audience, type ResolvedAudience } from './audience';

/** How many contacts an audience has now. */
export interface AudienceCounts {
  included: number;
  unsubscribed: number;
  suppressed: number;
}

export interface SampleContact {
  id: string;
  email: string;
  subscribed: boolean;
  data: Record<string, unknown>;
}

/** Milliseconds that a question about a whole audience may take. */
const countTimeoutMs = 6_000;
const queryCancelled = '57014';

/** A question about all contacts of a project is planned as a set, unlike the statements by key of this service. */
const setPlans = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_bitmapscan', 'enable_material'];
const begin = `SELECT app.now() AS now, ${setPlans.map((name) => `set_config('${name}', 'on', true)`).join(', ')},
  set_config('plan_cache_mode', 'auto', true), set_config('statement_timeout', '${countTimeoutMs}', true)`;

/** Answers questions about audiences as they are now. */
@Injectable()
export class AudienceService {
  constructor(private readonly db: Db) {}

  /** Looks up the segments. @throws 404 SEGMENT_NOT_FOUND, 422. */
  resolve(projectId: string, audience: Audience): Promise<ResolvedAudience> {
    return resolveAudience(this.db, projectId, audience);
  }

  /** @throws 503 when counting takes longer than six seconds. */
  count(projectId: string, audience: ResolvedAudience): Promise<AudienceCounts> {
    return this.ask(async (tx, now) => {
      const values: unknown[] = [projectId];
      const where = audiencePredicate(audience, { values, now });
      const [row] = await tx.query<AudienceCounts & Record<string, number>>(
        `SELECT count(*) FILTER (WHERE ${mayGetIt})::float8 AS included,
           count(*) FILTER (WHERE NOT c.subscribed AND c.suppressed IS NULL)::float8 AS unsubscribed,
           count(*) FILTER (WHERE c.suppressed IS NOT NULL)::float8 AS suppressed
         FROM contacts.contact c WHERE c.project_id = $1 AND ${where}`,
        values,
      );
      return row as AudienceCounts;
    });
  }

  /** How many contacts would get the campaign and lack one of these fields of their data. */
  countMissing(projectId: string, audience: ResolvedAudience, fields: string[]): Promise<number> {
    if (fields.length === 0) return Promise.resolve(0);
    return this.ask(async (tx, now) => {
      const values: unknown[] = [projectId, fields];
      const where = audiencePredicate(audience, { values, now });
      const [row] = await tx.query<{ n: number }>(
        `SELECT count(*)::float8 AS n FROM contacts.contact c
         WHERE c.project_id = $1 AND NOT c.data ?& $2::text[] AND ${mayGetIt} AND ${where}`,
        values,
      );
      return row!.n;
    });
  }

  /** The first contacts that would get the campaign. */
  sample(projectId: string, audience: ResolvedAudience, limit: number): Promise<SampleContact[]> {
    return this.ask(async (tx, now) => {
      const values: unknown[] = [projectId, limit];
      const where = audiencePredicate(audience, { values, now });
      return tx.query<SampleContact & Record<string, unknown>>(
        `SELECT c.id, c.email, c.subscribed, c.data FROM contacts.contact c
         WHERE c.project_id = $1 AND ${mayGetIt} AND ${where} ORDER BY c.id LIMIT $2`,
        values,
      );
    });
  }

  private async ask<T>(question: (tx: Transaction, now: Date) => Promise<T>): Promise<T> {
    try {
      return await this.db.transaction(async (tx) => {
        const [row] = await tx.query<{ now: Date }>(begin);
        return question(tx, row!.now);
      });
    } catch (error) {
      if (errorCode(error) === queryCancelled) throw unavailable('Counting the audience took too long');
      throw error;
    }
  }
}
