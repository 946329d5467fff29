import type { Db } from '@waybill/database/db';
import type { DeliveryConfig } from '../config';
import type { EmailProvider } from './provider';
import { SesProvider } from './ses.provider';
import { SimulatorProvider } from './simulator.provider';
import { SmtpProvider } from './smtp.provider';

/** The provider that the configuration names. */
export function chooseProvider(config: DeliveryConfig, db: Db): EmailProvider {
  switch (config.EMAIL_PROVIDER) {
    case 'simulator':
      return new SimulatorProvider(db);
    case 'smtp':
      return smtp(config);
    case 'ses':
      return ses(config);
  }
}

function smtp(config: DeliveryConfig): SmtpProvider {
  return new SmtpProvider({
    host: config.SMTP_HOST,
    port: config.SMTP_PORT,
    secure: config.SMTP_SECURE,
    requireTls: config.SMTP_REQUIRE_TLS || undefined,
    user: config.SMTP_USER ?? undefined,
    password: config.SMTP_PASSWORD ?? undefined,
    poolSize: config.SMTP_POOL,
  });
}

function ses(config: DeliveryConfig): SesProvider {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = config;
  const sessionToken = config.AWS_SESSION_TOKEN ?? undefined;
  return new SesProvider({
    region: config.AWS_REGION,
    endpoint: config.SES_ENDPOINT ?? undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken } : undefined,
    configurationSet: config.SES_CONFIGURATION_SET ?? undefined,
    maxSockets: config.SES_MAX_SOCKETS,
  });
}
