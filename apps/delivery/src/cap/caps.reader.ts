import { Logger } from '@nestjs/common';
import { boundedCache } from '@waybill/cache/bounded-cache';
import { Remembered } from '@waybill/cache/remembered';
import type { Caps } from '@waybill/contracts/billing/limits';
import { AppError } from '@waybill/contracts/errors';

const noCaps: Caps = { workflows: null, campaigns: null, transactional: null, inbound: null };
/** Milliseconds for which an answer is believed, should nobody tell of a change. */
const believed = 5_000;
const mostKept = 10_000;

/**
 * The caps of projects, by `billing.caps`. An outage of billing stops no email (wire facts, Billing): the caps known last
 * hold, and a project of which none are known has none, until it is asked again.
 */
export class CapsReader {
  private readonly logger = new Logger(CapsReader.name);
  /** Projects that had a cap when they were asked about last. */
  private readonly last = boundedCache<Caps>(mostKept);
  private readonly answers: Remembered<[projectId: string], Caps>;

  constructor(
    private readonly ask: (request: { projectId: string }) => Promise<Caps>,
    clock?: () => number,
  ) {
    this.answers = new Remembered((projectId) => this.fetch(projectId), {
      most: mostKept,
      lifetime: () => believed,
      clock,
    });
  }

  of(projectId: string): Promise<Caps> {
    return this.answers.of(projectId);
  }

  /** The caps of the project have changed. */
  forget(projectId: string): void {
    this.answers.forget(projectId);
  }

  private async fetch(projectId: string): Promise<Caps> {
    try {
      const caps = await this.ask({ projectId });
      this.note(projectId, caps);
      return caps;
    } catch (error) {
      const away = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
      if (!away) this.logger.warn(`the caps of project ${projectId} are not known: ${String(error)}`);
      return this.last.get(projectId) ?? noCaps;
    }
  }

  private note(projectId: string, caps: Caps): void {
    if (Object.values(caps).some((cap) => cap !== null)) this.last.set(projectId, caps);
    else this.last.delete(projectId);
  }
}
