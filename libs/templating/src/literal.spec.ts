import fc from 'fast-check';
import { literalTemplate } from './literal';
import { compileTemplate, render, type TemplateMode } from './template';

const printed = (text: string, mode: TemplateMode): string =>
  render(compileTemplate(literalTemplate(text), mode), { name: 'Ada' });

describe('a literal template', () => {
  it.each([
    'Hello {{name}}',
    '{% if name %}x{% endif %}',
    'a {{ name ?? "x" }} b {{first name}}',
    '{% raw %}{{name}}{% endraw %} {{name}}',
    '{%- endraw -%}{{name}}',
    '{%                                   endraw %}{{name}}',
    '{%{% endraw %}{{name}}',
    '{{',
    '{%',
    '{% comment %}{{name}}',
    '<style>a{{b}}</style>{{',
    '{{{{{name}}}}}',
    'x{',
    '{% endraw',
  ])('prints %j as it is', (text) => {
    expect(printed(text, 'html')).toBe(text);
    expect(printed(text, 'text')).toBe(text);
  });

  it('leaves text without placeholders and tags unchanged', () => {
    expect(literalTemplate('<p>a { b } %} }}</p>')).toBe('<p>a { b } %} }}</p>');
  });

  it('prints any text made of the pieces of the template language as it is', () => {
    const pieces = [
      '{{',
      '}}',
      '{%',
      '%}',
      '-',
      ' ',
      '\n',
      '\t',
      '\u00a0',
      'raw',
      'endraw',
      'name',
      '|',
      '"',
      "'",
      '??',
      '{',
      '%',
      '<',
      '&',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        expect(printed(text, 'html')).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});
