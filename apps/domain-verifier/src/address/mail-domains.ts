/** What lists know of the domains of addresses. */
export interface MailDomains {
  isDisposable(domain: string): boolean;
  isPersonal(domain: string): boolean;
  isAlias(domain: string): boolean;
  /** The domains that typing errors are compared with, the most used first. */
  readonly common: readonly string[];
}

/** In the lists of providers, but nobody has a mailbox there: reserved names (RFC 2606) and hosts that take no users. */
const noMailboxes = new Set(['example.com', 'test.com', 'test.de', 'yourdomain.com', 'mydomain.com', 'www.com']);

/**
 * Services that forward every address to somebody's real mailbox, with the domains that they hand out by default
 * (SimpleLogin, addy.io, Apple, Mozilla, DuckDuckGo, Fastmail, Cloaked, erine, 33Mail, Burner Mail, Spamgourmet).
 */
const aliasDomains = new Set([
  ...['simplelogin.com', 'simplelogin.co', 'simplelogin.fr', 'aleeas.com', 'slmail.me', 'slmails.com', '8alias.com'],
  ...['dralias.com', '8shield.net', 'silomails.com', 'passmail.net', 'passmail.com', 'passinbox.com', 'passfwd.com'],
  ...['addy.io', 'anonaddy.com', 'anonaddy.me', '4wrd.cc', 'mailer.me', 'addymail.com'],
  ...['privaterelay.appleid.com', 'mozmail.com', 'relay.firefox.com', 'duck.com', 'fastmail.help', 'cloaked.id'],
  ...['erine.email', '33mail.com', 'burnermail.io', 'spamgourmet.com', 'antichef.com', 'forwardemail.net'],
]);

/** Loaded with the first address that is looked at: tens of thousands of names are not held by a process that needs none. */
export async function loadMailDomains(): Promise<MailDomains> {
  const [{ default: checker }, { default: all }, { default: common }] = await Promise.all([
    import('mailchecker'),
    import('email-providers/all.json', { with: { type: 'json' } }),
    import('email-providers/common.json', { with: { type: 'json' } }),
  ]);
  const disposable = checker.blacklist();
  const personal = new Set(all.filter((domain) => !disposable.has(domain) && !noMailboxes.has(domain)));
  return {
    isDisposable: (domain) => withParents(domain).some((name) => disposable.has(name)),
    isPersonal: (domain) => personal.has(domain),
    isAlias: (domain) => withParents(domain).some((name) => aliasDomains.has(name)),
    common: common.filter((domain) => personal.has(domain)),
  };
}

/** A name and those above it: users get a subdomain of their own at some services. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
