/** What an answer may load where it is looked at in a browser, unless a page says it itself: nothing. */
const nothing = "default-src 'none';frame-ancestors 'none';base-uri 'none'";

/** The headers that every answer carries, whatever it is: a browser makes no more of it than was meant. */
const always: Record<string, string> = {
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

/**
 * Checks the protecting headers of an answer. `policy` is a content security policy of its own, `isHttps` says that the
 * installation is reached by https, which alone allows to insist on it.
 */
export function expectProtected(
  { headers }: { headers: Headers },
  policy: RegExp | string = nothing,
  isHttps = false,
): void {
  const names = Object.keys(always);
  expect(Object.fromEntries(names.map((name) => [name, headers.get(name)]))).toEqual(always);
  const said = (headers.get('content-security-policy') ?? '').replace(/;\s+/g, ';');
  if (typeof policy === 'string') expect(said).toBe(policy);
  else expect(said).toMatch(policy);
  const transport = headers.get('strict-transport-security');
  expect(transport).toBe(isHttps ? 'max-age=31536000; includeSubDomains' : null);
  for (const teller of ['server', 'x-powered-by']) expect(headers.get(teller)).toBeNull();
}
