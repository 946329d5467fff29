import type { GatewayConfig } from '../config';

/**
 * Headers that keep a browser from making more of an answer than it is; the set and the values are those of helmet 8, made
 * once instead of for every answer. A page says itself what it may load, in a policy of its own; images are shown in mails
 * anywhere, so another site may load them.
 */
export function protectiveHeaders(config: Pick<GatewayConfig, 'PUBLIC_URL'>): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
  if (config.PUBLIC_URL.startsWith('https:')) {
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  }
  return Object.freeze(headers);
}
