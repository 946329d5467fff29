import { branchesOf, withForced } from './branches';

const body = `{% if plan == "pro" %}A{% elsif vip %}B{% endif %}
{%- unless contact.subscribed -%}C{%- endunless -%}{% if plan == "pro" %}D{% endif %}`;
const keys = branchesOf(body).map(({ key }) => key);

describe('the branches of a body', () => {
  it('are its questions in their order, each with a name of its own', () => {
    expect(branchesOf(body).map(({ words }) => words)).toEqual([
      'plan == "pro"',
      'vip',
      'not contact.subscribed',
      'plan == "pro"',
    ]);
    expect(new Set(keys).size).toBe(4);
  });

  it('keep their names when other parts of the body change', () => {
    expect(branchesOf(`<p>New</p>{% if other %}{% endif %}${body}`).slice(1)).toEqual(branchesOf(body));
  });

  it('are none in what Liquid takes for text, and in tags that ask nothing', () => {
    const text =
      '{% raw %}{% if a %}{% endraw %}{% comment %}{% if b %}{% endcomment %}{% for x in y %}{{ x }}{% endfor %}';
    expect(branchesOf(text)).toEqual([]);
    expect(branchesOf('{% if %} {% ifa b %} if c')).toEqual([]);
  });

  it('are shown or left out as it is chosen, and the others ask on', () => {
    expect(withForced(body, { [keys[0]!]: 'left out', [keys[1]!]: 'shown', [keys[2]!]: 'shown' })).toBe(
      `{% if false         %}A{% elsif true %}B{% endif %}
{%- unless false              -%}C{%- endunless -%}{% if plan == "pro" %}D{% endif %}`,
    );
    expect(withForced(body, {})).toBe(body);
    expect(withForced(body, { 'of another body': 'shown' })).toBe(body);
  });

  it('are read in one pass, also where tags are not closed', () => {
    expect(branchesOf('{% if '.repeat(50_000))).toEqual([]);
    expect(branchesOf('{% raw %}'.repeat(50_000))).toEqual([]);
    expect(branchesOf('{% if a {% if b %}').map(({ words }) => words)).toEqual(['b']);
  });
});
