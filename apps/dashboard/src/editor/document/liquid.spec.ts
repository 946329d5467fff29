import { bodyOfHtml, conditionTag, conditionWords, variableTag, type Condition } from './liquid';

const condition = (change: Partial<Condition> = {}): Condition => ({
  ...{ field: 'plan', operator: 'equals', value: 'pro', kind: 'text' },
  ...change,
});

describe('a variable', () => {
  it('is written with the text that stands for a missing value', () => {
    expect(variableTag({ name: 'name', fallback: 'there' })).toBe('{{ name ?? there }}');
    expect(variableTag({ name: 'name', fallback: '' })).toBe('{{ name }}');
  });

  it('keeps out what would end the tag or become an entity', () => {
    expect(variableTag({ name: 'na}}me', fallback: `my "dear" }}<b>| x` })).toBe('{{ name ?? my dear b x }}');
  });
});

describe('a condition', () => {
  it.each<[Partial<Condition>, string]>([
    [{}, '{% if plan == "pro" %}'],
    [{ operator: 'notEquals' }, '{% if plan != "pro" %}'],
    [{ operator: 'present' }, '{% if plan != blank %}'],
    [{ operator: 'absent' }, '{% if plan == blank %}'],
    [{ kind: 'number', value: ' 5 ' }, '{% if plan == 5 %}'],
    [{ kind: 'number', value: 'five' }, '{% if plan == "five" %}'],
    [{ kind: 'boolean', value: 'true' }, '{% if plan == true %}'],
    [{ field: 'address.city' }, '{% if address.city == "pro" %}'],
    [{ field: 'first name' }, '{% if data["first name"] == "pro" %}'],
    [{ value: 'say "hi" %}' }, String.raw`{% if plan == "say \"hi\"" %}`],
  ])('%j is the tag %s', (change, tag) => {
    expect(conditionTag(condition(change))).toBe(tag);
  });

  it('is said in words', () => {
    expect(conditionWords(condition())).toBe('Only if plan is pro');
    expect(conditionWords(condition({ operator: 'absent' }))).toBe('Only if plan has no value');
  });
});

describe('the body of composed HTML', () => {
  it('has no marks between texts, and quotes inside of Liquid tags alone', () => {
    const html =
      '<!--$--><p>Hi<!-- --> {{ name | default: &quot;you&quot; }} &amp; {% if a &gt; 1 %}x{% endif %}</p><!--/$-->';
    expect(bodyOfHtml(html)).toBe('<p>Hi {{ name | default: "you" }} &amp; {% if a > 1 %}x{% endif %}</p>');
  });

  it('keeps the conditions of Outlook', () => {
    expect(bodyOfHtml('<!--[if mso]><i>x</i><![endif]-->')).toBe('<!--[if mso]><i>x</i><![endif]-->');
  });
});
