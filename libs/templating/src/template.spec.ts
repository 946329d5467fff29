import {
  checkTemplate,
  compileTemplate,
  isQuick,
  limits,
  quickLimits,
  render,
  renderSubject,
  TemplateError,
} from './template';

const html = (source: string, variables: Record<string, unknown> = {}): string =>
  render(compileTemplate(source, 'html'), variables);
const text = (source: string, variables: Record<string, unknown> = {}): string =>
  render(compileTemplate(source, 'text'), variables);

describe('placeholders', () => {
  const data = { name: 'Ann', zero: 0, no: false, nothing: null, unset: '', none: [], 'first name': 'Ann B' };
  const variables = { ...data, data };

  it.each([
    ['{{name}}', 'Ann'],
    ['{{ data.name }}', 'Ann'],
    ['{{missing}}|{{data.missing.deeper}}|{{nothing}}', '||'],
    ['{{zero}} {{no}}', '0 false'],
    ['{{first name}} {{data.first name | upcase}} {{data["first name"]}}', 'Ann B ANN B Ann B'],
    ['{{name ?? friend}}', 'Ann'],
    ['{{missing ?? friend}}', 'friend'],
    ['{{missing??friend}}', 'friend'],
    ['{{missing ?? dear friend}}', 'dear friend'],
    ['{{ missing ?? "dear }} friend" }}!', 'dear }} friend!'],
    ['{{missing ?? \'it is "you"\'}}', 'it is "you"'],
    ['{{missing ?? it\'s "you" \\o/}}', 'it\'s "you" \\o/'],
    ['{{missing ?? friend | upcase}}', 'FRIEND'],
    ['{{missing ?? "a|b" | upcase}}', 'A|B'],
    ['{{nothing ?? a}}{{no ?? b}}{{unset ?? c}}{{none ?? d}}{{zero ?? e}}', 'abcd0'],
    ['{{ missing | default: "friend" }}{{ zero | default: 1 }}', 'friend0'],
    ['{{data.first name ?? friend}} {{other name ?? friend}}', 'Ann B friend'],
    ['a {{- missing ?? b -}} c', 'abc'],
    ['{% raw %}{{name ?? x}}{% endraw %}{{name}}', '{{name ?? x}}Ann'],
    ['{% comment %}{{ a b ?? }}{% endcomment %}{{name ?? x}}', 'Ann'],
    ['{% if unset %}yes{% else %}no{% endif %}', 'no'],
    ['{{unknown | no_such_filter}}{{name | no_such_filter}}', 'Ann'],
    ['{{ "2026-01-02T23:30:00-05:00" | date: "%Y-%m-%d %H:%M" }}', '2026-01-03 04:30'],
    ['{', '{'],
  ])('renders %j as %j', (source, expected) => {
    expect(text(source, variables)).toBe(expected);
  });

  it('prints a list one element per line and an object as JSON', () => {
    expect(html('{{list}}', { list: ['<a>', 1, null] })).toBe('&#60;a&#62;\n1\n');
    expect(text('{{o}}', { o: { a: [1] } })).toBe('{"a":[1]}');
  });

  it('does not render braces inside a value again', () => {
    expect(html('{{name}}', { name: '{{secret}}{% raw %}', secret: 'x' })).toBe('{{secret}}{% raw %}');
  });

  it('leaves the caller’s variables as they were', () => {
    const variables = Object.freeze({ n: 1 });
    expect(text('{% increment n %}{% assign n = 5 %}{{n}}', variables)).toBe('15');
    expect(variables).toEqual({ n: 1 });
  });
});

describe('escaping in HTML bodies', () => {
  const evil = `<script>alert("1")</script>&'`;
  const escaped = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#38;&#39;';

  it.each([
    '{{x}}',
    '{{ x | escape }}',
    '{{ x | escape | escape_once }}',
    '{{ missing ?? x | append: x | remove_first: "x" }}',
    '{% echo x %}',
    '{% liquid echo x %}',
    '{% cycle x %}',
    '{% for i in l %}{{ i }}{% endfor %}',
    '{{ x | raw | append: "" }}',
    '{{ x | newline_to_br }}',
  ])('escapes in %s', (source) => {
    expect(html(source, { x: evil, l: [evil] })).toBe(escaped);
  });

  it('opts out with raw, and only with raw', () => {
    expect(html('{{x | raw}}', { x: evil })).toBe(evil);
    expect(html('{% capture c %}<b>{{x}}</b>{% endcapture %}{{c | raw}}', { x: '<' })).toBe('<b>&#60;</b>');
  });

  it('makes line breaks of a value visible without letting its markup through', () => {
    expect(html('{{x | newline_to_br}}', { x: 'a\n<b>' })).toBe('a<br />\n&#60;b&#62;');
  });

  it('prints values as they are in text mode', () => {
    expect(text('{{x}}', { x: evil })).toBe(evil);
  });

  it.each([
    ['javascript:alert(1)', '#'],
    [' JaVaScRiPt:alert(1)', '#'],
    ['java\nscript:alert(1)', '#'],
    ['\u0001javascript:alert(1)', '#'],
    ['data:text/html,<script>', '#'],
    ['vbscript:x', '#'],
    ['https://example.com/?a=1&b=2', 'https://example.com/?a=1&#38;b=2'],
    ['mailto:ann@example.com', 'mailto:ann@example.com'],
    ['/path:with-colon', '/path:with-colon'],
    ['" onclick="x', '&#34; onclick=&#34;x'],
  ])('lets %j into a URL attribute as %j', (url, expected) => {
    for (const value of ['{{u}}', '{{ u ?? x }}', '{{ missing | default: u }}']) {
      expect(html(`<a href="${value}">`, { u: url })).toBe(`<a href="${expected}">`);
    }
    expect(html("<img alt='' SRC = '{{u}}'>", { u: url })).toBe(`<img alt='' SRC = '${expected}'>`);
  });

  it('checks a URL even when raw switches escaping off', () => {
    expect(html('<a href="{{u | raw}}">', { u: 'javascript:1' })).toBe('<a href="#">');
    expect(html('<a href="{{u | raw}}">', { u: 'https://x.test/?a=1&b=2' })).toBe('<a href="https://x.test/?a=1&b=2">');
  });
});

describe('look-ups', () => {
  const variables = JSON.parse('{"name":"Ann","o":{"a":1},"l":[1],"__proto__":{"own":"yes"}}') as Record<
    string,
    unknown
  >;

  it.each([
    'constructor',
    '__proto__.polluted',
    'toString',
    'hasOwnProperty',
    'name.constructor',
    'name.__proto__',
    'o.constructor.constructor',
    'o.__proto__.toString',
    'o["constructor"]["prototype"]',
    'l.constructor',
    'l.__proto__',
    'l[0].constructor',
    'l.map',
    'l | map: "constructor"',
    'o.toString.name',
  ])('finds nothing behind %s', (path) => {
    expect(text(`[{{ ${path} }}]`, variables)).toBe('[]');
    expect(text(`{% assign v = ${path} | join %}{% if v %}found{% endif %}`, variables)).toBe('');
  });
});

/** Milliseconds of processor time of the quickest of three runs: what else the machine does is not the parser's. */
function quickest(work: () => unknown): number {
  const runs = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1_000;
  });
  return Math.min(...runs);
}

describe('limits', () => {
  const failing = (source: string, variables: Record<string, unknown> = {}): TemplateError => {
    try {
      text(source, variables);
    } catch (error) {
      return error as TemplateError;
    }
    throw new Error('rendered');
  };

  it('refuses a source over 2,000,000 characters', () => {
    expect(failing('a'.repeat(2_000_001)).message).toMatch(/longer than 2000000/);
    expect(text('a'.repeat(2_000_000))).toHaveLength(2_000_000);
  });

  it.each([
    ['time', '{% for a in (1..3000) %}{% for b in (1..3000) %}{% assign c = a %}{% endfor %}{% endfor %}'],
    ['static text', `{% for a in (1..1000) %}${'x'.repeat(20_000)}{% endfor %}`],
    ['values', '{% for a in (1..1000) %}{{big}}{% endfor %}'],
    ['raw values', '{% for a in (1..1000) %}{{big | raw}}{% endfor %}'],
    ['captured text', `{% capture c %}{% for a in (1..1000) %}${'x'.repeat(20_000)}{% endfor %}{% endcapture %}`],
    ['doubling', `{% assign c = "xxxxxxxx" %}${'{% assign c = c | append: c %}'.repeat(40)}{{c}}`],
    ['a range', '{% for a in (1..100000000) %}{% endfor %}'],
  ])('stops what grows without bound: %s', (_name, source) => {
    const started = process.cpuUsage();
    expect(failing(source, { big: 'x'.repeat(20_000) })).toBeInstanceOf(TemplateError);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000);
  });

  it('refuses blocks nested beyond the stack instead of ending the process', () => {
    expect(failing('{% if 1 %}'.repeat(50_000)).problems).toHaveLength(1);
    const [problem] = failing(`{{ ${'a['.repeat(50_000)}0${']'.repeat(50_000)} }}`).problems;
    expect(problem?.message).toMatch(/nested too deeply/);
  });

  it('parses hostile sources of the full length in bounded time', () => {
    const pieces = [
      '{{',
      '{{a ?? "',
      '{{a??b}}',
      '{% raw %}',
      "{{a ?? '}}",
      '{%',
      '<a href="{{u}}">',
      '{{ a b c }}',
      '{{"',
    ];
    const most = '{{a|b}}{{c ?? d}}'.repeat(10_000);
    for (const source of [most, ...pieces.map((piece) => piece.repeat(Math.floor(2_000_000 / piece.length)))]) {
      expect(quickest(() => checkTemplate(source))).toBeLessThan(3_000);
    }
  });
});

describe('quick limits', () => {
  it.each([
    ['the slowest filters', '{% assign m = (1..100000) | where_exp: "x", "x > 3" | size %}{{ m }}'],
    ['a chain of filters', `{{ list${' | sort_natural'.repeat(30)} | size }}`],
    ['a loop', '{% for a in (1..30000) %}.{% endfor %}'],
    ['text in a loop', `{% for a in (1..1000) %}${'x'.repeat(300)}{% endfor %}`],
  ])('stop what the others do not: %s', (_name, source) => {
    const compiled = compileTemplate(source, 'html');
    const variables = { list: Array.from({ length: 1_000 }, (_, n) => n % 10) };
    expect(render(compiled, variables, { ...limits, renderMs: 60_000 })).not.toBe('');
    expect(() => render(compiled, variables, quickLimits)).toThrow(TemplateError);
  });

  it('let an ordinary email pass', () => {
    const row = '<tr><td>{{ item.name | escape }}</td><td>{{ item.price | times: 1.19 | round: 2 }}</td></tr>';
    const compiled = compileTemplate(`<h1>Hi {{ name ?? you }}</h1>{% for item in items %}${row}{% endfor %}`, 'html');
    const items = Array.from({ length: 100 }, (_, n) => ({ name: `Item number ${n} & more`, price: n }));
    expect(render(compiled, { items }, { ...quickLimits, renderMs: 10_000 })).toContain('Item number 99 &#38; more');
  });

  it('count length and placeholders of a source', () => {
    expect(isQuick('x'.repeat(100_000))).toBe(true);
    expect(isQuick('x'.repeat(100_001))).toBe(false);
    expect(isQuick(`${'{{a}}'.repeat(1_000)}{ }`)).toBe(true);
    expect(isQuick('{{a}}{% b %}'.repeat(501))).toBe(false);
  });
});

describe('checkTemplate', () => {
  it('finds nothing wrong with a template', () => {
    expect(checkTemplate('<p>Hi {{name ?? friend}}, {% if a %}b{% endif %}</p>')).toEqual([]);
  });

  it.each([
    ['Hi\n  {{name', 2, 3],
    ['{{name | no_such_filter}}', 1, 1],
    ['{{a ?? b}}{{c ?? d}}\n{{e ?? f}} {{name | no_such_filter}}', 2, 12],
    ['<p>{% if a %}</p>', 1, 4],
    ['{% endif %}', 1, 1],
    ['a{% include "x" %}', 1, 2],
    ['a{% render "x" %}', 1, 2],
    ['a{% layout "x" %}', 1, 2],
    ['a{% block x %}{% endblock %}', 1, 2],
    ['{% unknown %}', 1, 1],
    ['Hi {{ name | }}', 1, 4],
    ['{{a}}\n{{ name | upcase |}}', 2, 1],
    ['{{- name ?? friend | -}}', 1, 1],
    ['{% assign b = a | %}', 1, 1],
    ['{% if a %}{{ a |}}{% endif %}', 1, 11],
    ['{{ a | | upcase }}', 1, 8],
  ])('names line and column of the first problem of %j', (source, line, column) => {
    const [problem] = checkTemplate(source);
    expect(problem).toMatchObject({ line, column });
    expect(problem?.message).toContain(`(line ${line}, column ${column})`);
  });

  it('takes a bar that stands in a text, a comment or a raw block', () => {
    const source =
      '{{ a | default: "|" }}{% comment %}{{ a | }}{% endcomment %}{% # a | %}{% raw %}{{ a | }}{% endraw %}|';
    expect(checkTemplate(source)).toEqual([]);
  });

  it('reports independent problems together and leaves out what follows from the first', () => {
    const problems = checkTemplate('{{a | nope}}\n{% if b | neither %}x{% else %}y{% endif %}\n{{c | nor}}');
    expect(problems.map((problem) => problem.line)).toEqual([1, 2, 3]);
  });
});

describe('renderSubject', () => {
  it.each(['\r', '\n', '\r\n', '\u2028', '\u2029', '\0', '\t', '\u0085', '\u001b'])('flattens %j to a space', (bad) => {
    const compiled = compileTemplate('Hi {{name}}!', 'text');
    expect(renderSubject(compiled, { name: `a${bad}${bad}Bcc: b@evil.example` })).toBe('Hi a Bcc: b@evil.example!');
  });

  it('is text: nothing is escaped, and it ends at 998 characters without splitting one', () => {
    expect(renderSubject(compileTemplate('{{x}}', 'text'), { x: '<b> & "c"' })).toBe('<b> & "c"');
    expect(renderSubject(compileTemplate('{{x}}', 'text'), { x: `a${'😀'.repeat(600)}` })).toHaveLength(997);
  });
});

describe('compileTemplate', () => {
  it('answers the same compiled template for the same source and mode', () => {
    expect(compileTemplate('{{a}}', 'html')).toBe(compileTemplate('{{a}}', 'html'));
    expect(compileTemplate('{{a}}', 'html')).not.toBe(compileTemplate('{{a}}', 'text'));
  });
});
