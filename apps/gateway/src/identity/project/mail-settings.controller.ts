import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { GetMailSettings, MailSettings } from '@waybill/contracts/subscription/subscription';
import { Db } from '@waybill/database/db';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { LinkKeys } from '../../access/link-keys';

/** Tells delivery what an email needs to know: the project's state and choices, this installation's address and key. */
@Controller()
export class MailSettingsController {
  constructor(
    private readonly keys: LinkKeys,
    private readonly db: Db,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** A project that does not exist (any more) is not enabled. */
  @MessagePattern(askSubject('gateway.mail-settings'))
  async settings(@Payload() { projectId }: GetMailSettings): Promise<MailSettings> {
    const [project] = await this.db.query<Pick<MailSettings, 'enabled' | 'name' | 'tracking' | 'language'>>(
      {
        name: 'identity_mail_settings',
        text: `SELECT disabled_at IS NULL AND deleted_at IS NULL AS enabled, name, tracking, language
               FROM identity.project WHERE id = $1`,
      },
      [projectId],
    );
    const { id, secret } = await this.keys.signing();
    return {
      enabled: project?.enabled ?? false,
      publicUrl: this.config.PUBLIC_URL,
      linkKey: { id, secret: secret.toString('base64') },
      name: project?.name ?? '',
      tracking: project?.tracking ?? 'DISABLED',
      language: project?.language ?? 'en',
    };
  }
}
