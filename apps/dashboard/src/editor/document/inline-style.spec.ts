import { styleValue, withStyle } from './inline-style';

describe('a style attribute', () => {
  it('has the value of a property', () => {
    expect(styleValue('color: #fff; background-color:#000', 'background-color')).toBe('#000');
    expect(styleValue('color: #fff', 'padding')).toBe('');
  });

  it('gets a value, another one, and none', () => {
    expect(withStyle('', 'color', '#fff')).toBe('color: #fff');
    expect(withStyle('color: #fff; padding: 4px', 'color', '#000')).toBe('padding: 4px; color: #000');
    expect(withStyle('color: #fff; padding: 4px', 'color', '')).toBe('padding: 4px');
  });
});
