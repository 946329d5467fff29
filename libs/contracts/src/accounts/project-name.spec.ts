import { ProjectNameRule } from './project-name.rule';

const codes = (name: unknown) => new ProjectNameRule().problems(name).map(({ code }) => code);

describe('the name of a project', () => {
  it.each([
    'Acme',
    'Café Zürich & Söhne',
    'Ελλάδα',
    'Банк России',
    'Магазин 24',
    'ACME Россия',
    '日本語テスト',
    'LINEスタンプ',
    '한국 Mail',
    'مرحبا',
    'שלום',
    "O'Neill's 🧀",
    'Łódź',
    '2026',
  ])('may be %s', (name) => {
    expect(codes(name)).toEqual([]);
  });

  it.each([
    ['a Cyrillic letter among Latin ones', 'P\u0430ypal'],
    ['a Greek letter among Latin ones', 'G\u03bfogle'],
    ['a word of Cyrillic letters that look like Latin ones', '\u0440\u0430\u0443\u0440\u0430\u04cf'],
    ['a word of Greek capitals that look like Latin ones', '\u0391\u0399\u039a\u0395\u0391'],
    ['fullwidth letters', '\uff30\uff41\uff59'],
    ['mathematical letters', '\u{1d40f}\u{1d41a}\u{1d432}'],
    ['an invisible character', 'Pay\u200bpal'],
    ['a space at the end', 'Acme '],
    ['nothing', ''],
    ['101 characters', 'x'.repeat(101)],
  ])('must not have %s', (_what, name) => {
    expect(codes(name)).toEqual(['invalid_string']);
  });

  it('must be a string', () => {
    expect(codes(5)).toEqual(['invalid_type']);
  });
});
