import type { Db } from '@waybill/database/db';
import type { DeliveryConfig } from '../../config';
import type { EmailProvider } from '../provider';
import { SesProvider } from '../ses/ses.provider';
import { SimulatorProvider } from '../simulator/simulator.provider';
import { SmtpProvider } from '../smtp/smtp.provider';

/** A provider under the name of its account. */
export interface NamedProvider {
  name: string;
  provider: EmailProvider;
}

/** The providers that the configuration names, in the order in which they are used. */
export function chooseProviders(config: DeliveryConfig, db: Db): NamedProvider[] {
  const first = { name: config.EMAIL_PROVIDER, provider: firstProvider(config, db) };
  switch (config.EMAIL_PROVIDER_FALLBACK) {
    case 'none':
      return [first];
    case 'smtp':
      return [
        first,
        { name: first.name === 'smtp' ? 'smtp-fallback' : 'smtp', provider: smtp(config, 'SMTP_FALLBACK') },
      ];
    case 'ses':
      if (first.name === 'ses')
        throw new Error('EMAIL_PROVIDER_FALLBACK cannot be ses as well: there is one SES account');
      return [first, { name: 'ses', provider: sesProvider(config) }];
  }
}

function firstProvider(config: DeliveryConfig, db: Db): EmailProvider {
  switch (config.EMAIL_PROVIDER) {
    case 'simulator':
      return new SimulatorProvider(db);
    case 'smtp':
      return smtp(config, 'SMTP');
    case 'ses':
      return sesProvider(config);
  }
}

function smtp(config: DeliveryConfig, prefix: 'SMTP' | 'SMTP_FALLBACK'): SmtpProvider {
  return new SmtpProvider({
    host: config[`${prefix}_HOST`],
    port: config[`${prefix}_PORT`],
    secure: config[`${prefix}_SECURE`],
    requireTls: config[`${prefix}_REQUIRE_TLS`] || undefined,
    user: config[`${prefix}_USER`] ?? undefined,
    password: config[`${prefix}_PASSWORD`] ?? undefined,
    poolSize: config[`${prefix}_POOL`],
  });
}

/** Amazon SES as it is configured. */
export function sesProvider(config: DeliveryConfig): SesProvider {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = config;
  const sessionToken = config.AWS_SESSION_TOKEN ?? undefined;
  return new SesProvider({
    region: config.AWS_REGION,
    endpoint: config.SES_ENDPOINT ?? undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken } : undefined,
    configurationSet: config.SES_CONFIGURATION_SET ?? undefined,
    configurationSetNoTracking: config.SES_CONFIGURATION_SET_NO_TRACKING ?? undefined,
    maxSockets: config.SES_MAX_SOCKETS,
  });
}
