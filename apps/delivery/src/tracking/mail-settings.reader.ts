import { AppError } from '@waybill/contracts/errors';
import type { MailSettings } from '@waybill/contracts/subscription/subscription';

/** Asks `gateway.mail-settings`. */
export type AskMailSettings = (request: { projectId: string }) => Promise<MailSettings>;

/**
 * Milliseconds for which an answer is believed, should nobody tell of a change; while the gateway is away an older one
 * serves too.
 */
const believed = 5_000;
const mostKept = 10_000;

/** The settings of projects that rendering needs: one ask for all emails that need a project's at the same moment. */
export class MailSettingsReader {
  private readonly kept = new Map<string, { settings: MailSettings; at: number }>();
  private readonly asking = new Map<string, Promise<MailSettings>>();

  constructor(
    private readonly ask: AskMailSettings,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** @throws AppError 503 while the gateway is away and the project was never asked about. */
  async of(projectId: string): Promise<MailSettings> {
    const kept = this.kept.get(projectId);
    if (kept && this.clock() - kept.at < believed) return kept.settings;
    try {
      return await this.fetch(projectId);
    } catch (error) {
      if (kept && error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return kept.settings;
      throw error;
    }
  }

  /** The project has changed: the next email asks again, and an answer under way is not kept. */
  forget(projectId: string): void {
    this.kept.delete(projectId);
    this.asking.delete(projectId);
  }

  private fetch(projectId: string): Promise<MailSettings> {
    const known = this.asking.get(projectId);
    if (known) return known;
    const asking = this.ask({ projectId });
    this.asking.set(projectId, asking);
    const settle = (settings?: MailSettings): void => {
      if (this.asking.get(projectId) !== asking) return;
      this.asking.delete(projectId);
      if (settings) this.keep(projectId, settings);
    };
    asking.then(settle, () => settle());
    return asking;
  }

  private keep(projectId: string, settings: MailSettings): void {
    this.kept.delete(projectId);
    this.kept.set(projectId, { settings, at: this.clock() });
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
  }
}
