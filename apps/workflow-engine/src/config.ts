import { flag, optionalText, wholeNumber, type ConfigOf } from '@waybill/bootstrap/config';

/** Settings of the workflow-engine service beside those of every service. */
export const workflowEngineSettings = {
  WEBHOOK_ALLOW_PRIVATE: flag(
    'Webhooks of workflows may go to private addresses, for local development: never set it where others make workflows.',
    false,
  ),
  WEBHOOK_CATCHER: flag(
    'http://hooks.simulator.test/ is a catcher: the simulator of the delivery service keeps the request. Only where the simulator is the provider.',
    true,
  ),
  SECRETS_KEY: optionalText(
    'Key under which signing secrets and secret headers of webhooks are stored: 32 bytes in base64. Several, separated by commas: the first encrypts, all decrypt. Without one no webhook can have secrets.',
    { secret: true },
  ),
  WEBHOOK_CONCURRENCY: wholeNumber('Webhooks that one process calls at once.', 200, 1, 10_000),
  WEBHOOK_HOST_CONCURRENCY: wholeNumber('Of these, how many go to one host.', 40, 1, 1_000),
  WORKFLOW_EMAILS_PER_CONTACT_HOUR: wholeNumber(
    'Emails of workflows that one contact gets in an hour; the next one fails its execution.',
    50,
    1,
  ),
  WORKFLOW_CONCURRENCY: wholeNumber('Executions that one process advances at once.', 400, 1, 10_000),
};

export type WorkflowEngineConfig = ConfigOf<typeof workflowEngineSettings>;

/** Token of the configuration for providers. */
export const WORKFLOW_CONFIG = Symbol('workflow engine configuration');
