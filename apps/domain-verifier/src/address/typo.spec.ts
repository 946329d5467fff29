import { suggestDomain } from './typo';

const common = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'aol.com', 'gmx.de'];
const known = new Set([...common, 'ymail.com', 'mail.com', 'email.com', 'yahoo.co.uk']);
const suggest = (domain: string) => suggestDomain(domain, common, (name) => known.has(name));

describe('suggestDomain', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gmsil.com', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmial.con', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['yaho.com', 'yahoo.com'],
    ['outlok.com', 'outlook.com'],
    ['company.con', 'company.com'],
    ['company.ogr', 'company.org'],
  ])('takes %s for %s', (typed, meant) => {
    expect(suggest(typed)).toBe(meant);
  });

  it.each([
    'gmail.com',
    'ymail.com',
    'email.com',
    'company.com',
    'yahoo.co.uk',
    'aal.com',
    'gmx.ie',
    'mail.company.com',
  ])('leaves %s alone', (domain) => {
    expect(suggest(domain)).toBeNull();
  });
});
