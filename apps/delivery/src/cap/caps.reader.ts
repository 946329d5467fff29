import { Logger } from '@nestjs/common';
import type { Caps } from '@waybill/contracts/billing/limits';
import { AppError } from '@waybill/contracts/errors';
import { Remembered } from '../project/remembered';

const noCaps: Caps = { workflows: null, campaigns: null, transactional: null, inbound: null };
const mostKept = 10_000;

/**
 * The caps of projects, by `billing.caps`. An outage of billing stops no email (wire facts, Billing): the caps known last
 * hold, and a project of which none are known has none, until it is asked again.
 */
export class CapsReader {
  private readonly logger = new Logger(CapsReader.name);
  /** Projects that had a cap when they were asked about last. */
  private readonly last = new Map<string, Caps>();
  private readonly answers: Remembered<Caps>;

  constructor(
    private readonly ask: (request: { projectId: string }) => Promise<Caps>,
    clock?: () => number,
  ) {
    this.answers = new Remembered((request) => this.fetch(request), clock);
  }

  of(projectId: string): Promise<Caps> {
    return this.answers.of(projectId);
  }

  /** The caps of the project have changed. */
  forget(projectId: string): void {
    this.answers.forget(projectId);
  }

  private async fetch(request: { projectId: string }): Promise<Caps> {
    const { projectId } = request;
    try {
      const caps = await this.ask(request);
      this.note(projectId, caps);
      return caps;
    } catch (error) {
      const away = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
      if (!away) this.logger.warn(`the caps of project ${projectId} are not known: ${String(error)}`);
      return this.last.get(projectId) ?? noCaps;
    }
  }

  private note(projectId: string, caps: Caps): void {
    this.last.delete(projectId);
    if (Object.values(caps).every((cap) => cap === null)) return;
    this.last.set(projectId, caps);
    if (this.last.size > mostKept) this.last.delete(this.last.keys().next().value!);
  }
}
