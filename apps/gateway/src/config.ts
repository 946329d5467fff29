import { flag, optionalText, text, wholeNumber, type ConfigOf } from '@waybill/bootstrap/config';

/** Settings of the gateway beside those of every service. */
export const gatewaySettings = {
  PORT: wholeNumber('Public port of the HTTP interface.', 3000, 0, 65535),
  HOST: text('Address the public port listens on.', '127.0.0.1'),
  PUBLIC_URL: text(
    'Address under which customers reach the gateway; links in emails begin with it.',
    'http://localhost:3000',
  ),
  DASHBOARD_URL: optionalText(
    'Address of the dashboard: its origin may call with a cookie, and links in mails about accounts begin with it; without one, they lead to pages of the gateway.',
  ),
  REQUEST_SECONDS: wholeNumber('Seconds in which a request must have arrived, head and body.', 60, 1, 3_600),
  ENVIRONMENT: text('Name of this installation, shown by GET /config and GET /health.', 'development'),
  TRUST_PROXY: optionalText(
    'Addresses or networks of the proxies in front, separated by commas: only from these is X-Forwarded-For believed.',
  ),
  SES_REGION: optionalText('Region of the SES account, shown by GET /config; empty where SES is not used.'),
  SNS_TOPIC_ARNS: optionalText(
    'Topics of Amazon SNS whose messages POST /webhooks/sns takes, separated by commas; without one the route answers 404.',
  ),
  SNS_ENDPOINT: optionalText('Address of the SNS interface instead of the one of the region of the topic.'),
  SNS_UNSAFE_LOOPBACK_CERTIFICATES: flag(
    'Only for tests: believe certificates of Amazon SNS from 127.0.0.1, so that any program on this machine can sign.',
    false,
  ),
  MAIL_FROM_SUBDOMAIN: text('Subdomain of the return path of sending domains.', 'waybill'),
  DISABLE_SIGNUPS: flag('Refuse new accounts.', false),
  MAX_PROJECTS_PER_OWNER: wholeNumber(
    'Projects that one account may own, each of which has limits of its own; 0 switches the limit off.',
    100,
  ),
  RATE_LIMIT_PER_MINUTE: wholeNumber(
    'Requests a minute that a project may make with its keys; 0 switches this limit and those of the public key off.',
    1_000,
  ),
  MAX_UPLOADS_MB_PER_PROJECT: wholeNumber(
    'Megabytes of uploaded images that one project may keep; 0 switches the limit off.',
    1_000,
  ),
  UPLOAD_DIR: text('Folder of uploaded images, shared by all gateways, where S3 is not used.', '.waybill/uploads'),
  S3_BUCKET: optionalText('Bucket of uploaded images; without one they lie in UPLOAD_DIR.'),
  S3_REGION: text('Region of the bucket.', 'us-east-1'),
  S3_ENDPOINT: optionalText('Address of another service that speaks S3.'),
  S3_ACCESS_KEY_ID: optionalText('Access key of the bucket; the default credential chain without one.', {
    secret: true,
  }),
  S3_SECRET_ACCESS_KEY: optionalText('Secret of the access key.', { secret: true }),
  AUTO_SUSPEND: flag('Disable a project whose emails bounce or are reported too often.', true),
  GITHUB_CLIENT_ID: optionalText('OAuth client at GitHub; without one, sign-in with GitHub is off.'),
  GITHUB_CLIENT_SECRET: optionalText('Secret of the client at GitHub.', { secret: true }),
  GITHUB_URL: text('Address of GitHub.', 'https://github.com'),
  GITHUB_API_URL: text('Address of the interface of GitHub.', 'https://api.github.com'),
  GOOGLE_CLIENT_ID: optionalText('OAuth client at Google; without one, sign-in with Google is off.'),
  GOOGLE_CLIENT_SECRET: optionalText('Secret of the client at Google.', { secret: true }),
  GOOGLE_ISSUER: text('Issuer of Google (OpenID Connect).', 'https://accounts.google.com'),
  OIDC_ISSUER: optionalText(
    'Issuer of an OpenID Connect provider for single sign-on, for example Keycloak or Okta; its metadata is read from /.well-known/openid-configuration. Without one, this sign-in is off.',
  ),
  OIDC_CLIENT_ID: optionalText('Client at the OpenID Connect provider.'),
  OIDC_CLIENT_SECRET: optionalText('Secret of the client at the OpenID Connect provider.', { secret: true }),
  OIDC_NAME: text('Name of the OpenID Connect provider on sign-in pages.', 'Single sign-on'),
  SYSTEM_PROJECT_ID: text(
    'Id of the project from which the service itself sends.',
    '00000000-0000-7000-8000-000000000001',
  ),
  SYSTEM_SENDER: text(
    'Sender of the mails about accounts; its domain must be one that the provider lets us send from.',
    'no-reply@system.waybill.test',
  ),
  AUTH_REQUESTS_PER_MINUTE: wholeNumber(
    'Requests a minute that one address may make to the routes of sign-in and sign-up; 0 switches the limit off.',
    60,
  ),
  OPEN_REQUESTS_PER_MINUTE: wholeNumber(
    'Requests a minute that one address may make to all other routes that need no key; 0 switches the limit off.',
    12_000,
  ),
  CALLBACK_REQUESTS_PER_MINUTE: wholeNumber(
    'Requests a minute that one address may make to the routes on which providers report; 0 switches the limit off.',
    60_000,
  ),
  PUBLIC_KEY_PER_ADDRESS_PER_HOUR: wholeNumber(
    'Events an hour that one address may track with the public key of one project; 0 switches the limit off.',
    6_000,
  ),
  PUBLIC_KEY_PER_CONTACT_PER_HOUR: wholeNumber(
    'Events an hour that the public key may track of one contact; 0 switches the limit off.',
    1_200,
  ),
  PUBLIC_KEY_NEW_CONTACTS_PER_HOUR: wholeNumber(
    'Contacts an hour that the public key of a project may make; known ones are tracked beyond it. 0 switches the limit off.',
    3_000,
  ),
  SUBMISSION_PORT: wholeNumber(
    'Port of SMTP submission with STARTTLS, for the outside 587 by custom; 0 switches it off.',
    0,
    0,
    65535,
  ),
  SUBMISSION_TLS_PORT: wholeNumber(
    'Port of SMTP submission with TLS from the start, for the outside 465 by custom; 0 switches it off.',
    0,
    0,
    65535,
  ),
  SUBMISSION_HOST: text('Address the ports of SMTP submission listen on.', '127.0.0.1'),
  SUBMISSION_DOMAIN: optionalText(
    'Host name of SMTP submission, for which its certificate is good; the one of PUBLIC_URL unless given.',
  ),
  SUBMISSION_PUBLIC_PORTS: optionalText(
    'Ports under which customers reach SMTP submission, as "<STARTTLS>,<TLS>" (587,465) with 0 for none, where they are others than the gateway listens on; shown by GET /config.',
  ),
  SUBMISSION_TLS_CERT: optionalText(
    'PEM file with the certificate of SMTP submission and its chain; read again every minute. Without one, only programs on this machine can log in.',
  ),
  SUBMISSION_TLS_KEY: optionalText('PEM file with the key of that certificate.'),
  SUBMISSION_CONNECTIONS: wholeNumber(
    'Most connections to the ports of SMTP submission of one process.',
    500,
    1,
    10_000,
  ),
  SUBMISSION_IDLE_SECONDS: wholeNumber(
    'Seconds after which an SMTP connection is closed that has not logged in, or on which nothing comes.',
    120,
    1,
    3_600,
  ),
  SUBMISSION_MESSAGE_SECONDS: wholeNumber(
    'Seconds in which a message over SMTP must have arrived, from MAIL on.',
    300,
    1,
    3_600,
  ),
  LINK_KEYS: optionalText(
    'Keys of links in emails as id:secret pairs separated by commas: the first signs, all are good; without one, a random key is made once and kept in the database.',
    { secret: true },
  ),
  SESSION_SECRET: optionalText(
    'Secret that signs session cookies; without one, a random secret is made once and kept in the database.',
    { secret: true },
  ),
};

export type GatewayConfig = ConfigOf<typeof gatewaySettings>;

/** Injection token of the configuration. */
export const GATEWAY_CONFIG = Symbol('gateway configuration');

/** The dashboard's address, without a slash at its end; the gateway's own where there is no dashboard. */
export const dashboardUrl = ({ DASHBOARD_URL, PUBLIC_URL }: GatewayConfig): string =>
  (DASHBOARD_URL ?? PUBLIC_URL).replace(/\/+$/, '');

/** Host name of SMTP submission. */
export const submissionDomain = ({ SUBMISSION_DOMAIN, PUBLIC_URL }: GatewayConfig): string =>
  SUBMISSION_DOMAIN ?? new URL(PUBLIC_URL).hostname;

/** SMTP submission as `GET /config` shows it: `submission` is the port with STARTTLS, `secure` the one with TLS. */
export function shownSubmission(config: GatewayConfig) {
  const { SUBMISSION_PORT, SUBMISSION_TLS_PORT, SUBMISSION_PUBLIC_PORTS } = config;
  if (SUBMISSION_PORT === 0 && SUBMISSION_TLS_PORT === 0) return { enabled: false, domain: null, ports: null };
  const [submission = 0, secure = 0] = SUBMISSION_PUBLIC_PORTS?.split(',').map(Number) ?? [
    SUBMISSION_PORT,
    SUBMISSION_TLS_PORT,
  ];
  return {
    enabled: true,
    domain: submissionDomain(config),
    ports: { secure: secure || null, submission: submission || null },
  };
}
