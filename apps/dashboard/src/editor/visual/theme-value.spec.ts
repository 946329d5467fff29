import { themeValue, withThemeValue } from './theme-value';

const groups = [
  { id: 'body', inputs: [{ prop: 'backgroundColor', value: '#ffffff' }, { prop: 'padding' }] },
  { id: 'button', inputs: [{ prop: 'backgroundColor', value: '#000000' }] },
];

describe('the theme of an email', () => {
  it('has the value of a setting', () => {
    expect(themeValue(groups, { id: 'button', property: 'backgroundColor' })).toBe('#000000');
    expect(themeValue(groups, { id: 'body', property: 'padding' })).toBeUndefined();
    expect(themeValue(groups, { id: 'other', property: 'color' })).toBeUndefined();
  });

  it('gets another value in the place of one, and stays as it was itself', () => {
    const changed = withThemeValue(groups, { id: 'button', property: 'backgroundColor' }, '#364fc7');
    expect(themeValue(changed, { id: 'button', property: 'backgroundColor' })).toBe('#364fc7');
    expect(themeValue(changed, { id: 'body', property: 'backgroundColor' })).toBe('#ffffff');
    expect(themeValue(groups, { id: 'button', property: 'backgroundColor' })).toBe('#000000');
  });
});
