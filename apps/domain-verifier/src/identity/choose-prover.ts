import type { DomainVerifierConfig } from '../config';
import type { SecretBox } from '@waybill/bootstrap/secret-box';
import { OwnKeys } from './own-keys';
import type { Prover } from './prover';
import { SesIdentities } from './ses-identities';

/** The prover that the configuration names. */
export function chooseProver(config: DomainVerifierConfig, box: SecretBox): Prover {
  if (config.EMAIL_PROVIDER !== 'ses') return new OwnKeys(box, config.DKIM_SELECTOR);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = config;
  const sessionToken = config.AWS_SESSION_TOKEN ?? undefined;
  return new SesIdentities({
    region: config.AWS_REGION,
    endpoint: config.SES_ENDPOINT ?? undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken } : undefined,
    subdomain: config.MAIL_FROM_SUBDOMAIN,
    callIntervalMs: config.SES_CALL_INTERVAL_MS,
  });
}
