import { Remembered } from '@waybill/cache/remembered';
import type { GetMailSettings, MailSettings } from '@waybill/contracts/subscription/subscription';

/** Milliseconds for which settings are believed, should nobody tell of a change; while the gateway is away any serve. */
const believed = 5_000;
const mostKept = 10_000;

/** The settings of projects that rendering needs, by `gateway.mail-settings`. */
export class MailSettingsReader {
  private readonly answers: Remembered<[projectId: string], MailSettings>;

  constructor(ask: (request: GetMailSettings) => Promise<MailSettings>, clock?: () => number) {
    this.answers = new Remembered((projectId) => ask({ projectId }), {
      most: mostKept,
      lifetime: () => believed,
      inOutage: () => Infinity,
      clock,
    });
  }

  /** @throws AppError 503 while the gateway is away and the project was never asked about. */
  of(projectId: string): Promise<MailSettings> {
    return this.answers.ofOrLast(projectId);
  }

  /** The project has changed. */
  forget(projectId: string): void {
    this.answers.forget(projectId);
  }
}
