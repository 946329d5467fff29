import { choice, optionalText, text, wholeNumber, type ConfigOf } from '@waybill/bootstrap/config';

/** Settings of the domain-verifier beside those of every service. */
export const domainVerifierSettings = {
  EMAIL_PROVIDER: choice(
    'Who takes the emails: ses proves domains by itself, for the others we check the DNS and sign.',
    ['simulator', 'smtp', 'ses'],
    'simulator',
  ),
  SECRETS_KEY: optionalText(
    'Key under which DKIM private keys are stored: 32 bytes in base64. Several, separated by commas: the first encrypts, all decrypt. Without one no domain can be added, unless the provider is ses.',
    { secret: true },
  ),
  DNS_SERVERS: optionalText(
    'DNS servers to ask, as address or address:port separated by commas; those of the machine without one.',
  ),
  DNS_QUERIES: wholeNumber('DNS queries that one process has under way at once.', 50, 1, 1_000),
  DNS_TIMEOUT_MS: wholeNumber(
    'Milliseconds until a DNS query is tried once more, and then given up.',
    3_000,
    10,
    30_000,
  ),
  DOMAIN_CHECK_SECONDS: wholeNumber('How often a sending domain is checked.', 300, 1, 86_400),
  MAX_DOMAINS_PER_PROJECT: wholeNumber(
    'Sending domains that one project may have: each costs a key and a check every few minutes; 0 switches the limit off.',
    100,
  ),
  DKIM_SELECTOR: text('Selector of the DKIM keys we make.', 'waybill'),
  MAIL_FROM_SUBDOMAIN: text('Subdomain of the return path of sending domains.', 'waybill'),
  RETURN_PATH_MX: optionalText('Host that takes the bounces of the return path; unless the provider is ses.'),
  RETURN_PATH_SPF: optionalText('Domain whose SPF record names the sending servers; unless the provider is ses.'),
  INBOUND_MX: optionalText(
    'Host that takes mail for sending domains; the region of SES says it where ses is the provider.',
  ),
  AWS_REGION: text('Region of Amazon SES.', 'us-east-1'),
  AWS_ACCESS_KEY_ID: optionalText('Access key; the default credential chain without one.', { secret: true }),
  AWS_SECRET_ACCESS_KEY: optionalText('Secret of the access key.', { secret: true }),
  AWS_SESSION_TOKEN: optionalText('Session token of temporary credentials.', { secret: true }),
  SES_ENDPOINT: optionalText('Address of the SES interface instead of the one of the region.'),
  SES_CALL_INTERVAL_MS: wholeNumber(
    'Milliseconds between two calls about identities; SES allows one a second.',
    1_000,
    0,
  ),
};

export type DomainVerifierConfig = ConfigOf<typeof domainVerifierSettings>;

/** Injection token of the configuration. */
export const DOMAIN_VERIFIER_CONFIG = Symbol('domain-verifier configuration');

/** The DNS servers to ask; none stands for those of the machine. */
export const dnsServers = ({ DNS_SERVERS }: Pick<DomainVerifierConfig, 'DNS_SERVERS'>): string[] =>
  (DNS_SERVERS ?? '')
    .split(',')
    .map((server) => server.trim())
    .filter((server) => server !== '');
