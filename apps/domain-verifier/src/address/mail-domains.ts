import { aliasServices } from './alias-services';

/** Lists of mail domains by kind. */
export interface MailDomains {
  isDisposable(domain: string): boolean;
  isPersonal(domain: string): boolean;
  isAlias(domain: string): boolean;
  /** The domains that typing errors are compared with, the most used first. */
  readonly common: readonly string[];
}

/** Domains that lists of providers hold although they have no mailboxes: reserved names (RFC 2606) and hosts without users. */
const noMailboxes = new Set(['example.com', 'test.com', 'test.de', 'yourdomain.com', 'mydomain.com', 'www.com']);

const aliasDomains = new Set(aliasServices.flatMap(({ domains }) => domains));

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
