import { Injectable } from '@nestjs/common';
import { Db, type Queryable } from '@waybill/database/db';
import { windowOf, type Windows } from './reputation';
import * as sql from './reputation.sql';

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
export class ReputationService {
  constructor(private readonly db: Db) {}

  /** Moves the counters of the hours and of all time. */
  async add(tx: Queryable, deltas: Delta[]): Promise<void> {
    await tx.query(sql.addCounts, [
      deltas.map((delta) => delta.projectId),
      deltas.map((delta) => delta.at),
      deltas.map((delta) => delta.sent),
      deltas.map((delta) => delta.bounces),
      deltas.map((delta) => delta.complaints),
    ]);
  }

  /** The counts of a project; null where there is none. */
  async read(projectId: string, db: Queryable = this.db): Promise<ProjectState | null> {
    const [row] = await db.query<{ isNew: boolean; isDisabled: boolean; day: Counts; week: Counts; ever: Counts }>(
      sql.readCounts,
      [projectId],
    );
    if (!row) return null;
    const window = ({ sent, bounces, complaints }: Counts) => windowOf(sent, bounces, complaints);
    const { isNew, isDisabled, day, week, ever } = row;
    return { isNew, isDisabled, twentyFourHour: window(day), sevenDay: window(week), allTime: window(ever) };
  }

  /** Disables the project and writes to its members; false when it is disabled already. */
  async suspend(tx: Queryable, projectId: string, reason: string): Promise<boolean> {
    const rows = await tx.query(sql.suspendProject, [projectId, reason]);
    return rows.length > 0;
  }

  async memberAddresses(tx: Queryable, projectId: string): Promise<string[]> {
    const rows = await tx.query<{ email: string }>(sql.listMemberAddresses, [projectId]);
    return rows.map((row) => row.email);
  }

  /** The latest suspensions, newest first. */
  async suspensions(projectId: string): Promise<{ suspendedAt: string; reason: string }[]> {
    const rows = await this.db.query<{ at: Date; reason: string }>(sql.listSuspensions, [projectId]);
    return rows.map(({ at, reason }) => ({ suspendedAt: at.toISOString(), reason }));
  }
}
