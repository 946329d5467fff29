import { Inject, Injectable } from '@nestjs/common';
import { validationError, type FieldError } from '@waybill/contracts/errors';
import type { StepType } from '@waybill/contracts/workflows/step';
import { isDeepStrictEqual } from 'node:util';
import { WORKFLOW_CONFIG, type WorkflowEngineConfig } from '../config';
import { graphLimits, type Step } from '../graph/graph';
import { ConditionEffect } from '../step-kind/condition-effect.service';
import { stepKinds } from '../step-kind/step-kinds';
import { WebhookSecrets } from '../webhook/webhook-secrets';

type Config = Record<string, unknown>;

/** Checks the config of a step and makes the form in which it is kept. */
@Injectable()
export class StepConfigs {
  constructor(
    private readonly conditions: ConditionEffect,
    private readonly secrets: WebhookSecrets,
    @Inject(WORKFLOW_CONFIG) private readonly config: WorkflowEngineConfig,
  ) {}

  /** The config of a new step, as it is kept. @throws 422 naming every wrong `config.<field>` */
  made(projectId: string, type: StepType, given: Config): Config {
    return this.sealed(projectId, type, this.checked(type, given, null));
  }

  /** The new config of a step that is there: a masked secret stands for the kept one. @throws as {@link made} */
  changed(projectId: string, { type, config: stored }: Step, given: Config): Config {
    if (type === 'TRIGGER' || isDeepStrictEqual(given, stepKinds[type].shown?.(stored) ?? stored)) return stored;
    const opened = type === 'WEBHOOK' ? this.secrets.open(projectId, stored) : stored;
    return this.sealed(projectId, type, this.checked(type, given, opened));
  }

  /** @throws 422 naming the segments of a condition that the project does not have */
  async checkSegments(projectId: string, type: StepType, given: Config): Promise<void> {
    if (type === 'CONDITION') await this.conditions.checkSegments(projectId, this.checked(type, given, null));
  }

  private sealed(projectId: string, type: StepType, config: Config): Config {
    return type === 'WEBHOOK' ? this.secrets.seal(projectId, config) : config;
  }

  private checked(type: StepType, given: Config, stored: Config | null): Config {
    const kind = stepKinds[type];
    const text = JSON.stringify(given);
    if (text.length > graphLimits.configBytes)
      throw validationError([{ field: 'config', code: 'too_big', message: 'must be at most 64 KB of JSON' }]);
    if (/\\u0000|\\ud[89a-f]/i.test(text))
      throw validationError([{ field: 'config', code: 'invalid_string', message: 'holds a NUL or half a character' }]);
    const config = kind.normalize?.(given, stored) ?? given;
    const rules = { allowPrivateWebhooks: this.config.WEBHOOK_ALLOW_PRIVATE };
    const problems = kind.problems(config, rules);
    if (problems.length > 0) throw validationError(problems.map(toFieldError));
    return config;
  }
}

const toFieldError = ({ path, code, message }: { path: string; code: FieldError['code']; message: string }) => {
  const field = path === '' ? 'config' : `config.${path}`;
  return { field, code, message: `${field} ${message}` };
};
