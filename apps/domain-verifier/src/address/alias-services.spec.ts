import { aliasServices } from './alias-services';
import { loadMailDomains } from './mail-domains';

const domains = aliasServices.flatMap((service) => service.domains);

describe('the list of forwarding services', () => {
  it.each(aliasServices)('says of $name where and when its domains were seen', ({ sources, seen, domains }) => {
    expect(domains.length).toBeGreaterThan(0);
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(new URL(source).protocol).toBe('https:');
    expect(new Date(`${seen}T00:00:00Z`).toISOString().slice(0, 10)).toBe(seen);
  });

  it('names every domain once, as it is written in an address', () => {
    expect(new Set(domains).size).toBe(domains.length);
    for (const domain of domains) expect(domain).toBe(domain.trim().toLowerCase());
  });

  it('takes precedence over the lists that call some of them disposable or personal', async () => {
    const lists = await loadMailDomains();
    expect(domains.filter((domain) => lists.isDisposable(domain) || lists.isPersonal(domain)).length).toBeGreaterThan(
      5,
    );
    for (const domain of domains)
      expect([lists.isAlias(domain), lists.isAlias(`user.${domain}`)]).toEqual([true, true]);
    for (const domain of ['cloaked.id', 'fastmail.com', 'gmail.com', 'icloud.com'])
      expect(lists.isAlias(domain)).toBe(false);
  });
});
