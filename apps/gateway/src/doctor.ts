import { randomUUID } from 'node:crypto';
import { Unwell, type Check } from '@waybill/bootstrap/doctor';
import type { GatewayConfig } from './config';
import { storageOf } from './identity/upload/storage-of';

/** The checks of the public side. */
export const gatewayChecks = (config: GatewayConfig): Check[] => [
  { name: 'public URL', run: () => checkPublicUrl(config) },
  { name: 'pictures', run: () => checkStorage(config) },
  { name: 'secrets', run: () => checkSecrets(config) },
  { name: 'callbacks', run: () => checkCallbacks(config) },
];

async function checkPublicUrl({ PUBLIC_URL, ENVIRONMENT }: GatewayConfig): Promise<string> {
  const fix = 'point the name in PUBLIC_URL at the load balancer or the ingress, and that at the gateway';
  const url = URL.parse(PUBLIC_URL);
  if (!url) throw new Unwell(`PUBLIC_URL ${PUBLIC_URL} is no URL`, 'set it to https://<name>');
  if (ENVIRONMENT === 'production' && url.protocol !== 'https:') {
    throw new Unwell(`PUBLIC_URL ${PUBLIC_URL} is not https`, 'end TLS in front of the gateway and name https://');
  }
  const response = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(5_000) }).catch(
    (error: Error) => {
      throw new Unwell(`${url.origin} does not answer (${String(error.cause ?? error.message)})`, fix);
    },
  );
  await response.body?.cancel();
  if (!response.ok) throw new Unwell(`${url.origin}/health answers ${response.status}`, fix);
  return `${url.origin} answers`;
}

async function checkStorage(config: GatewayConfig): Promise<string> {
  const place = config.S3_BUCKET ? `bucket ${config.S3_BUCKET}` : `folder ${config.UPLOAD_DIR}`;
  const name = `doctor-${randomUUID()}.txt`;
  const bytes = Buffer.from('written by the doctor');
  try {
    const storage = await storageOf(config);
    await storage.put(name, bytes, 'text/plain');
    const found = await storage.get(name);
    await storage.remove(name);
    if (!found?.equals(bytes)) throw new Error('what was written is not read');
  } catch (error) {
    const fix = config.S3_BUCKET
      ? 'check S3_BUCKET, S3_REGION, S3_ENDPOINT and that the credentials may put, get and delete objects'
      : 'let the user of the gateway write to UPLOAD_DIR, or set S3_BUCKET';
    throw new Unwell(`${place} does not work (${(error as Error).message})`, fix);
  }
  return `${place} can be written and read`;
}

function checkSecrets({ SESSION_SECRET, LINK_KEYS, ENVIRONMENT }: GatewayConfig): string {
  const missing = Object.entries({ SESSION_SECRET, LINK_KEYS }).filter(([, value]) => !value);
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(' and ');
    const problem = `${names} not set: made once and kept in the database`;
    throw new Unwell(problem, `set ${names} from a secret`, ENVIRONMENT !== 'production');
  }
  return 'SESSION_SECRET and LINK_KEYS are set';
}

function checkCallbacks({ SES_REGION, SNS_TOPIC_ARNS }: GatewayConfig): string {
  if (SES_REGION && !SNS_TOPIC_ARNS) {
    const fix = 'set SNS_TOPIC_ARNS to the topic of the configuration set (docs/provider-callbacks.md)';
    throw new Unwell('Amazon SES is used, but its reports are refused', fix);
  }
  return SNS_TOPIC_ARNS ? `reports of ${SNS_TOPIC_ARNS} are taken` : 'no provider reports over HTTP';
}
