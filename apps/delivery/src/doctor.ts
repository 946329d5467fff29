import { createTransport } from 'nodemailer';
import { Unwell, type Check } from '@waybill/bootstrap/doctor';
import type { DeliveryConfig } from './config';
import { sesProvider } from './provider/accounts/choose-provider';

type SmtpPrefix = 'SMTP' | 'SMTP_FALLBACK';

/** The checks of the hand-over of emails. */
export function deliveryChecks(config: DeliveryConfig): Check[] {
  const { EMAIL_PROVIDER: first, EMAIL_PROVIDER_FALLBACK: second } = config;
  const checks = [{ name: 'provider', run: () => checkProvider(config, first, 'SMTP') }];
  return second === 'none'
    ? checks
    : [...checks, { name: 'fallback', run: () => checkProvider(config, second, 'SMTP_FALLBACK') }];
}

function checkProvider(config: DeliveryConfig, provider: string, prefix: SmtpPrefix): Promise<string> | string {
  if (provider === 'ses') return checkSes(config);
  if (provider === 'smtp') return checkSmtp(config, prefix);
  throw new Unwell('the simulator keeps all emails', 'set EMAIL_PROVIDER to smtp or ses to send them', true);
}

async function checkSes(config: DeliveryConfig): Promise<string> {
  const provider = sesProvider(config);
  const quota = await provider.quota().catch((error: Error) => {
    const fix = 'check AWS_REGION, the credentials and their right ses:GetSendQuota, and the way to the internet';
    throw new Unwell(`Amazon SES does not answer (${error.message})`, fix);
  });
  if (!config.SES_CONFIGURATION_SET) {
    const fix = 'set SES_CONFIGURATION_SET to one that reports to the topic of SNS_TOPIC_ARNS';
    throw new Unwell('no configuration set: bounces and complaints are not reported', fix);
  }
  return `Amazon SES takes ${quota.perSecond ?? 'any number of'} emails a second`;
}

async function checkSmtp(config: DeliveryConfig, prefix: SmtpPrefix): Promise<string> {
  const host = config[`${prefix}_HOST`];
  const port = config[`${prefix}_PORT`];
  const [user, pass] = [config[`${prefix}_USER`], config[`${prefix}_PASSWORD`]];
  const transport = createTransport({
    ...{ host, port, secure: config[`${prefix}_SECURE`] },
    requireTLS: config[`${prefix}_REQUIRE_TLS`] || Boolean(user),
    auth: user && pass ? { user, pass } : undefined,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
  });
  try {
    await transport.verify();
  } catch (error) {
    const fix = `check ${prefix}_HOST, ${prefix}_PORT, ${prefix}_SECURE, the login, and the way to the server`;
    throw new Unwell(`${host}:${port} does not take mail (${(error as Error).message})`, fix);
  } finally {
    transport.close();
  }
  return `${host}:${port} takes mail`;
}
