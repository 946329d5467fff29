import { variablesIn } from '../webhook/interpolate';
import { maskedConfig, unmaskedConfig } from '../webhook/webhook-secrets';
import { fieldRef } from './condition.step';
import type { StepKind } from './step-kind';
import { webhookProblems } from './webhook-config';

/** Calls a URL, once: `{url, method?, headers?, body?, signingSecret?}`. Anything but a 2xx answer fails the step. */
export const webhookStep: StepKind = {
  type: 'WEBHOOK',
  atMostOnce: true,
  problems: webhookProblems,
  normalize: unmaskedConfig,
  shown: maskedConfig,
  branches: () => 'one',
  refs: ({ config }) => {
    const text = `${String(config.url)} ${JSON.stringify([config.headers, config.body])}`;
    const names = variablesIn(text).filter((name) => !/^(id|event\..*|context\..*|\w+Url)$/s.test(name));
    return names.flatMap((name) => fieldRef(/^(email|subscribed|data\..*)$/s.test(name) ? name : `data.${name}`));
  },
  begin: () => ({ kind: 'effect' }),
};
