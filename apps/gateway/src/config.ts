import { flag, optionalText, text, wholeNumber, type ConfigOf } from '@waybill/bootstrap/config';

/** Settings of the gateway beside those of every service. */
export const gatewaySettings = {
  PORT: wholeNumber('Public port of the HTTP interface.', 3000, 0, 65535),
  HOST: text('Address the public port listens on.', '127.0.0.1'),
  PUBLIC_URL: text(
    'Address under which customers reach the gateway; links in emails begin with it.',
    'http://localhost:3000',
  ),
  DASHBOARD_URL: text('Address of the dashboard: the one origin that may call with a cookie.', 'http://localhost:3000'),
  ENVIRONMENT: text('Name of this installation, shown by GET /config and GET /health.', 'development'),
  TRUST_PROXY: flag('Take the caller address from X-Forwarded-For: only behind a proxy that sets it.', false),
  SES_REGION: optionalText('Region of the SES account, shown by GET /config; empty where SES is not used.'),
  MAIL_FROM_SUBDOMAIN: text('Subdomain of the return path of sending domains.', 'waybill'),
  DISABLE_SIGNUPS: flag('Refuse new accounts.', false),
  SESSION_SECRET: optionalText(
    'Secret that signs session cookies; without one, a random secret is made once and kept in the database.',
    { secret: true },
  ),
};

export type GatewayConfig = ConfigOf<typeof gatewaySettings>;

/** Injection token of the configuration. */
export const GATEWAY_CONFIG = Symbol('gateway configuration');
