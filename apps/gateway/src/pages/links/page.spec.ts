import { pageLanguages } from '@waybill/contracts/subscription/subscription';
import { pageHeaders } from '../page';
import { donePage, errorPage, maskAddress, statePage } from './page';

const ann = { email: 'ann@example.com', subscribed: true, locale: null };

describe('a subscription page', () => {
  it.each(pageLanguages)('speaks %s and names its language', (language) => {
    const html = statePage(language, ann, 'unsubscribe');
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toMatch(/<button type="submit" name="subscribed" value="false">\S/);
    expect(donePage(language, ann)).toContain('role="status"');
    expect(errorPage(language, 'badLink')).toContain('role="alert"');
    expect(html).not.toContain('{address}');
  });

  it('shows only a masked address, and nothing in it is HTML', () => {
    expect(maskAddress('ann@example.com')).toBe('a•••@example.com');
    const html = statePage('en', { ...ann, email: `<i>@x"y.example` }, null);
    expect(html).toContain('&#60;•••@x&#34;y.example');
    expect(statePage('en', ann, null)).not.toContain('ann@');
  });

  it('offers only what would change something', () => {
    expect(statePage('en', ann, 'subscribe')).not.toContain('<form');
    expect(statePage('en', { ...ann, subscribed: false }, 'unsubscribe')).not.toContain('<form');
    expect(statePage('en', { ...ann, subscribed: false }, 'subscribe')).toContain('value="true"');
  });

  it('runs no script and loads nothing', () => {
    expect(statePage('en', ann, 'unsubscribe')).not.toMatch(/<script|\son\w+=|src=|https?:/);
    expect(pageHeaders()['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
  });
});
