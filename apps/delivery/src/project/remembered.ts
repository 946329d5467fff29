import { AppError } from '@waybill/contracts/errors';

/**
 * Milliseconds for which an answer is believed, should nobody tell of a change; while the service that knows is away an older
 * one serves too.
 */
const believed = 5_000;
const mostKept = 10_000;

/** What another service knows of projects: one ask for all that need a project's at the same moment, then remembered. */
export class Remembered<T> {
  private readonly kept = new Map<string, { answer: T; at: number }>();
  private readonly asking = new Map<string, Promise<T>>();

  constructor(
    private readonly ask: (request: { projectId: string }) => Promise<T>,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** @throws AppError 503 while the other service is away and the project was never asked about. */
  async of(projectId: string): Promise<T> {
    const kept = this.kept.get(projectId);
    if (kept && this.clock() - kept.at < believed) return kept.answer;
    try {
      return await this.fetch(projectId);
    } catch (error) {
      if (kept && error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return kept.answer;
      throw error;
    }
  }

  /** The project has changed: the next who needs it asks again, and an answer under way is not kept. */
  forget(projectId: string): void {
    this.kept.delete(projectId);
    this.asking.delete(projectId);
  }

  private fetch(projectId: string): Promise<T> {
    const known = this.asking.get(projectId);
    if (known) return known;
    const asking = this.ask({ projectId });
    this.asking.set(projectId, asking);
    const settle = (answer?: T): void => {
      if (this.asking.get(projectId) !== asking) return;
      this.asking.delete(projectId);
      if (answer) this.keep(projectId, answer);
    };
    asking.then(settle, () => settle());
    return asking;
  }

  private keep(projectId: string, answer: T): void {
    this.kept.delete(projectId);
    this.kept.set(projectId, { answer, at: this.clock() });
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
  }
}
