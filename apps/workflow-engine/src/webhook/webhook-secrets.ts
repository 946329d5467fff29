import { Inject, Injectable } from '@nestjs/common';
import { withoutSetting } from '@waybill/contracts/errors';
import { SecretBox } from '@waybill/bootstrap/secret-box';
import { WORKFLOW_CONFIG, type WorkflowEngineConfig } from '../config';

type Config = Record<string, unknown>;

const secretNames = /authorization|cookie|secret|token|password|api-?key|signature/i;
/** A sealed value: the end of the secret that is shown, and the box in base64. */
const sealedForm = /^sealed:(.{0,4}):([A-Za-z0-9+/]+={0,2})$/s;

/** Does a header of this name and value hold a secret? A value with a variable is a form and none. */
const isSecret = (name: string, value: string): boolean => secretNames.test(name) && !value.includes('{{');

const endOf = (value: string): string => sealedForm.exec(value)?.[1] ?? (value.length > 12 ? value.slice(-4) : '');
const maskSign = '••••••••';
const mask = (value: string): string => `${maskSign}${endOf(value)}`;

/** Is the value a mask? It is no secret that could be sent. */
export const isMasked = (value: string): boolean => value.startsWith(maskSign);

/** The config of a WEBHOOK step with its secrets changed: the signing secret, and headers that hold one by their name. */
function withSecrets(config: Config, change: (value: string, header: string | null) => string): Config {
  const changed = { ...config };
  if (typeof config.signingSecret === 'string') changed.signingSecret = change(config.signingSecret, null);
  if (typeof config.headers === 'object' && config.headers !== null && !Array.isArray(config.headers)) {
    const headers = Object.entries(config.headers as Record<string, string>);
    changed.headers = Object.fromEntries(
      headers.map(([name, value]) => [name, isSecret(name, value) ? change(value, name) : value]),
    );
  }
  return changed;
}

/** The config as it is shown: secrets are masked. */
export const maskedConfig = (config: Config): Config => withSecrets(config, mask);

/** The config as it is kept: a masked value that comes back stands for the stored one. */
export function unmaskedConfig(config: Config, stored: Config | null): Config {
  if (!stored) return config;
  const headers = stored.headers as Record<string, string> | null | undefined;
  return withSecrets(config, (value, header) => {
    const kept = header === null ? stored.signingSecret : headers?.[header];
    return typeof kept === 'string' && value === mask(kept) ? kept : value;
  });
}

/** Keeps the secrets of WEBHOOK steps encrypted in the database, each for its project. */
@Injectable()
export class WebhookSecrets {
  private readonly box: SecretBox;

  constructor(@Inject(WORKFLOW_CONFIG) config: Pick<WorkflowEngineConfig, 'SECRETS_KEY'>) {
    this.box = new SecretBox(config.SECRETS_KEY);
  }

  /** The config with its secrets encrypted. @throws 503 for one with secrets where there is no SECRETS_KEY */
  seal(projectId: string, config: Config): Config {
    return withSecrets(config, (value) => {
      if (!this.box.canSeal) throw withoutSetting('SECRETS_KEY', 'to keep secrets of webhooks under');
      return `sealed:${endOf(value)}:${this.box.seal(value, ownerOf(projectId)).toString('base64')}`;
    });
  }

  /** The config with its secrets as they were given. @throws Error where no key of SECRETS_KEY opens one */
  open(projectId: string, config: Config): Config {
    return withSecrets(config, (value) => {
      const sealed = sealedForm.exec(value)?.[2];
      return sealed === undefined ? value : this.box.open(Buffer.from(sealed, 'base64'), ownerOf(projectId));
    });
  }
}

const ownerOf = (projectId: string): string => `webhook of project ${projectId}`;
