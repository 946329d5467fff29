import { Unwell, type Check } from '@waybill/bootstrap/doctor';
import { SecretBox } from '@waybill/bootstrap/secret-box';
import type { WorkflowEngineConfig } from './config';

/** The checks of webhooks. */
export const workflowEngineChecks = (config: WorkflowEngineConfig): Check[] => [
  { name: 'SECRETS_KEY', run: () => checkKey(config) },
  { name: 'webhooks', run: () => checkWebhooks(config) },
];

function checkKey({ SECRETS_KEY }: WorkflowEngineConfig): string {
  if (new SecretBox(SECRETS_KEY).canSeal) return 'secrets of webhooks can be sealed';
  const fix = 'set it to 32 random bytes in base64 (openssl rand -base64 32)';
  throw new Unwell('not set: no webhook can have a signing secret or secret headers', fix);
}

function checkWebhooks({ WEBHOOK_ALLOW_PRIVATE, WEBHOOK_CATCHER }: WorkflowEngineConfig): string {
  if (WEBHOOK_ALLOW_PRIVATE) {
    const fix = 'unset WEBHOOK_ALLOW_PRIVATE where others make workflows';
    throw new Unwell('webhooks may reach private addresses', fix, true);
  }
  return `they go to public addresses only${WEBHOOK_CATCHER ? ', and to the catcher of the simulator' : ''}`;
}
