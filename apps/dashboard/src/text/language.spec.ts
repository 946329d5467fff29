import { i18n } from './i18n';
import { browserLanguage } from './language';

describe('the language of the texts', () => {
  it.each([
    [['en-US', 'de'], 'en'],
    [['de-AT', 'en'], 'de'],
    [['fr-FR', 'de-DE'], 'de'],
    [['fr'], 'en'],
    [['constructor', '__proto__'], 'en'],
    [[], 'en'],
  ])('of a browser that prefers %j is %s', (preferred, expected) => {
    expect(browserLanguage(preferred)).toBe(expected);
  });

  it('is English for a message without a translation, with its values', () => {
    expect(i18n.t('Nothing at all is translated here.')).toBe('Nothing at all is translated here.');
    expect(i18n.t('Sent to {name}, {count}.', { name: '{count}', count: 2 })).toBe('Sent to {count}, 2.');
    const words = (found: number) => i18n.t('{found, plural, one {# contact} other {# contacts}}', { found });
    expect([words(1), words(1_200)]).toEqual(['1 contact', '1,200 contacts']);
  });
});
