import { Injectable } from '@nestjs/common';
import { Db, type Queryable } from '@waybill/database/db';
import { windowOf, type Windows } from './reputation';

/** A change of the counts of one project and hour. */
export interface Delta {
  projectId: string;
  /** Time of the event, ISO 8601. */
  at: string;
  sent: number;
  bounces: number;
  complaints: number;
}

export interface ProjectState extends Windows {
  isNew: boolean;
  isDisabled: boolean;
}

type Counts = { sent: number; bounces: number; complaints: number };

/** Counters of the sent emails, bounces and complaints of projects, updated by events. */
@Injectable()
export class ReputationStore {
  constructor(private readonly db: Db) {}

  /** Moves the counters of the hours and of all time. */
  async add(tx: Queryable, deltas: Delta[]): Promise<void> {
    await tx.query(
      {
        name: 'identity_add_reputation',
        text: `INSERT INTO identity.reputation AS r (project_id, hour_at, sent, bounces, complaints)
               SELECT d.project_id, h.hour_at, sum(d.sent), sum(d.bounces), sum(d.complaints)
               FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::int[])
                 AS d (project_id, at, sent, bounces, complaints),
               LATERAL (VALUES (date_trunc('hour', d.at)), ('-infinity'::timestamptz)) AS h (hour_at)
               GROUP BY d.project_id, h.hour_at ORDER BY d.project_id, h.hour_at
               ON CONFLICT (project_id, hour_at) DO UPDATE SET sent = r.sent + excluded.sent,
                 bounces = r.bounces + excluded.bounces, complaints = r.complaints + excluded.complaints`,
      },
      [
        deltas.map((delta) => delta.projectId),
        deltas.map((delta) => delta.at),
        deltas.map((delta) => delta.sent),
        deltas.map((delta) => delta.bounces),
        deltas.map((delta) => delta.complaints),
      ],
    );
  }

  /** The counts of a project; null where there is none. */
  async read(projectId: string, db: Queryable = this.db): Promise<ProjectState | null> {
    const [row] = await db.query<{ isNew: boolean; isDisabled: boolean; day: Counts; week: Counts; ever: Counts }>(
      `SELECT p.created_at > app.now() - interval '30 days' AS "isNew", p.disabled_at IS NOT NULL AS "isDisabled",
              ${counts("r.hour_at > app.now() - interval '24 hours'")} AS day,
              ${counts("r.hour_at > app.now() - interval '7 days'")} AS week,
              ${counts("r.hour_at = '-infinity'")} AS ever
       FROM identity.project p
       LEFT JOIN identity.reputation r ON r.project_id = p.id
         AND (r.hour_at = '-infinity' OR r.hour_at > app.now() - interval '7 days')
       WHERE p.id = $1 GROUP BY p.id`,
      [projectId],
    );
    if (!row) return null;
    const window = ({ sent, bounces, complaints }: Counts) => windowOf(sent, bounces, complaints);
    const { isNew, isDisabled, day, week, ever } = row;
    return { isNew, isDisabled, twentyFourHour: window(day), sevenDay: window(week), allTime: window(ever) };
  }

  /** Disables the project and writes to its members; false when it is disabled already. */
  async suspend(tx: Queryable, projectId: string, reason: string): Promise<boolean> {
    const rows = await tx.query(
      `WITH done AS (UPDATE identity.project SET disabled_at = app.now(), disabled_reason = $2,
                       access_changed_at = app.now()
                     WHERE id = $1 AND disabled_at IS NULL RETURNING id)
       INSERT INTO identity.suspension (project_id, reason) SELECT id, $2 FROM done RETURNING 1`,
      [projectId, reason],
    );
    return rows.length > 0;
  }

  async memberAddresses(tx: Queryable, projectId: string): Promise<string[]> {
    const rows = await tx.query<{ email: string }>(
      `SELECT u.email FROM identity.membership m JOIN identity."user" u ON u.id = m.user_id WHERE m.project_id = $1`,
      [projectId],
    );
    return rows.map((row) => row.email);
  }

  /** The latest suspensions, newest first. */
  async suspensions(projectId: string): Promise<{ suspendedAt: string; reason: string }[]> {
    const rows = await this.db.query<{ at: Date; reason: string }>(
      `SELECT suspended_at AS at, reason FROM identity.suspension WHERE project_id = $1
       ORDER BY suspended_at DESC LIMIT 10`,
      [projectId],
    );
    return rows.map(({ at, reason }) => ({ suspendedAt: at.toISOString(), reason }));
  }
}

function counts(condition: string): string {
  const sum = (column: string): string => `'${column}', coalesce(sum(r.${column}) FILTER (WHERE ${condition}), 0)::int`;
  return `json_build_object(${['sent', 'bounces', 'complaints'].map(sum).join(', ')})`;
}
