import {
  choice,
  flag,
  optionalText,
  text,
  wholeNumber,
  type ConfigOf,
  type ServiceConfig,
} from '@waybill/bootstrap/config';
import type { SourceType } from '@waybill/contracts/events';

const policy = (source: string, fallback: 'resend' | 'fail') =>
  choice(`A ${source} email whose outcome is unknown is sent once more, or fails.`, ['resend', 'fail'], fallback);

/** The settings of one SMTP server under a prefix; `what` names it in the documentation. */
function smtpSettings<const P extends string>(prefix: P, what: string) {
  const settings = {
    HOST: text(`Host of ${what}.`, '127.0.0.1'),
    PORT: wholeNumber(`Port of ${what}.`, 587, 1, 65535),
    SECURE: flag(`TLS to ${what} from the first byte (usually port 465).`, false),
    REQUIRE_TLS: flag(`Refuse to hand over to ${what} without STARTTLS; always so with a login.`, false),
    USER: optionalText(`Login of ${what}.`),
    PASSWORD: optionalText(`Password of ${what}.`, { secret: true }),
    POOL: wholeNumber(`Connections to ${what}; lower where it allows a sender fewer.`, 20, 1, 100),
  };
  const named = Object.entries(settings).map(([name, setting]) => [`${prefix}_${name}`, setting]);
  return Object.fromEntries(named) as { [K in keyof typeof settings as `${P}_${K}`]: (typeof settings)[K] };
}

/** Every setting of the delivery service beside those that all services have. */
export const deliverySettings = {
  EMAIL_PROVIDER: choice('Who takes the emails; the simulator keeps them.', ['simulator', 'smtp', 'ses'], 'simulator'),
  EMAIL_PROVIDER_FALLBACK: choice(
    'Who takes the emails while the circuit of EMAIL_PROVIDER is open or its daily quota is used up: an SMTP server by SMTP_FALLBACK_*, or Amazon SES.',
    ['none', 'smtp', 'ses'],
    'none',
  ),
  ...smtpSettings('SMTP', 'the SMTP server'),
  ...smtpSettings('SMTP_FALLBACK', 'the SMTP server that takes over'),
  AWS_REGION: text('Region of Amazon SES.', 'us-east-1'),
  AWS_ACCESS_KEY_ID: optionalText('Access key; the default credential chain without one.', { secret: true }),
  AWS_SECRET_ACCESS_KEY: optionalText('Secret of the access key.', { secret: true }),
  AWS_SESSION_TOKEN: optionalText('Session token of temporary credentials.', { secret: true }),
  SES_ENDPOINT: optionalText('Address of the SES interface instead of the one of the region.'),
  SES_CONFIGURATION_SET: optionalText('Configuration set that publishes the events of what is sent.'),
  SES_CONFIGURATION_SET_NO_TRACKING: optionalText(
    'Configuration set of emails that are not tracked: it publishes the same events without opens and clicks.',
  ),
  SES_MAX_SOCKETS: wholeNumber('Connections to SES.', 50, 1, 1_000),
  SEND_CONCURRENCY_TRANSACTIONAL: wholeNumber('Emails of /v1/send that one process hands over at once.', 20, 1, 500),
  SEND_CONCURRENCY_WORKFLOW: wholeNumber('Emails of workflows that one process hands over at once.', 12, 1, 500),
  SEND_CONCURRENCY_CAMPAIGN: wholeNumber('Emails of campaigns that one process hands over at once.', 16, 1, 500),
  SEND_RATE_PER_SECOND: wholeNumber(
    'Emails per second that EMAIL_PROVIDER may be given by all processes together; 0: no limit. Amazon SES tells its own.',
    0,
    0,
    1_000_000,
  ),
  PROJECT_SEND_RATE_PER_SECOND: wholeNumber(
    'Emails per second that leave for one project; 0: no limit.',
    0,
    0,
    1_000_000,
  ),
  MAX_QUEUED_PER_PROJECT: wholeNumber(
    'Emails of /v1/send that one project may have waiting; beyond it is refused with 429. 0: no limit.',
    200_000,
  ),
  MAX_ATTACHMENTS_MB: wholeNumber('Most megabytes of the decoded attachments of one email together.', 10, 1, 40),
  BODY_RETENTION_DAYS: wholeNumber(
    'Days after which bodies and attachments are removed; the ledger row stays.',
    90,
    3,
    3_650,
  ),
  ACTIVITY_RETENTION_DAYS: wholeNumber(
    'Days after which whole months of the activity feed are removed; the figures stay.',
    400,
    31,
    3_650,
  ),
  UNKNOWN_WAIT_SECONDS: wholeNumber(
    'How long an email whose outcome is unknown waits for a report of the provider.',
    600,
    1,
  ),
  UNKNOWN_SILENCE_SECONDS: wholeNumber(
    'How much longer it waits at most while reports of a provider that used to report do not arrive.',
    3_900,
  ),
  UNKNOWN_POLICY_TRANSACTIONAL: policy('transactional', 'resend'),
  UNKNOWN_POLICY_CAMPAIGN: policy('campaign', 'fail'),
  UNKNOWN_POLICY_WORKFLOW: policy('workflow', 'fail'),
};

export type DeliveryConfig = ConfigOf<typeof deliverySettings> & ServiceConfig;

/** Token under which the configuration is injected. */
export const DELIVERY_CONFIG = Symbol('delivery configuration');

/** The source types whose emails with an unknown outcome are sent once more. */
export function resendSources(
  config: Pick<DeliveryConfig, 'UNKNOWN_POLICY_TRANSACTIONAL' | 'UNKNOWN_POLICY_CAMPAIGN' | 'UNKNOWN_POLICY_WORKFLOW'>,
): SourceType[] {
  const policies = {
    TRANSACTIONAL: config.UNKNOWN_POLICY_TRANSACTIONAL,
    CAMPAIGN: config.UNKNOWN_POLICY_CAMPAIGN,
    WORKFLOW: config.UNKNOWN_POLICY_WORKFLOW,
  };
  const sources = Object.keys(policies) as (keyof typeof policies)[];
  return sources.filter((source) => policies[source] === 'resend');
}
