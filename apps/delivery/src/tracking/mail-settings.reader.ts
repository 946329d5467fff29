import type { MailSettings } from '@waybill/contracts/subscription/subscription';
import { Remembered } from '../project/remembered';

/** The settings of projects that rendering needs, by `gateway.mail-settings`. */
export class MailSettingsReader extends Remembered<MailSettings> {}
