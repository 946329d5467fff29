import { loadVisual } from './visual.fixture';

const { composeDesign, composeFirst } = loadVisual();

const text = (words: string, ...marks: string[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const email = (...content: object[]) => ({ type: 'doc', content: [{ type: 'container', content }] });
const variable = (name: string, fallback = '') => ({ type: 'variable', attrs: { name, fallback } });

const cases: [string, object[]][] = [
  [
    'text with marks and a variable',
    [paragraph(text('Hello '), variable('name', 'there'), text('!', 'bold', 'italic'))],
  ],
  ['headings', [1, 2, 3].map((level) => ({ type: 'heading', attrs: { level }, content: [text(`Level ${level}`)] }))],
  [
    'lists and a quote',
    [
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('One'))] }] },
      { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph(text('Two'))] }] },
      { type: 'blockquote', content: [paragraph(text('Said'))] },
    ],
  ],
  [
    'a button',
    [
      {
        type: 'button',
        attrs: { href: 'https://shop.example/{{ code }}', alignment: 'center', style: 'background-color: #364fc7' },
        content: [text('To the shop, '), variable('name', 'friend')],
      },
    ],
  ],
  [
    'a section and columns',
    [
      {
        type: 'section',
        attrs: { style: 'background-color: #f1f3f5; padding: 16px' },
        content: [paragraph(text('Inside'))],
      },
      {
        type: 'twoColumns',
        content: ['Left', 'Right'].map((side) => ({ type: 'columnsColumn', content: [paragraph(text(side))] })),
      },
      { type: 'horizontalRule' },
    ],
  ],
  [
    'a condition',
    [
      {
        type: 'condition',
        attrs: { field: 'plan', operator: 'equals', value: 'pro "gold"', kind: 'text' },
        content: [paragraph(text('For you '), variable('name'))],
      },
      paragraph(text('For all')),
    ],
  ],
  [
    'a loop',
    [
      {
        type: 'loop',
        attrs: { list: 'order.items', item: 'thing', limit: 3 },
        content: [paragraph(variable('thing.name'), text(' for you'))],
      },
    ],
  ],
];

describe('a visual content', () => {
  it.each(cases)('composes %s to the stored HTML', async (_name, content) => {
    const body = await composeDesign(email(...content));
    expect(body).toMatchSnapshot();
  });

  it('is as wide as a phone allows and at most 600 pixels, in tables with inline styles and without scripts', async () => {
    const body = await composeDesign(email(...cases.flatMap(([, content]) => content)));
    expect(body).toMatch(/^<!DOCTYPE html/);
    expect(body).toMatch(/<table[^>]*role="presentation"[^>]*style="[^"]*max-width:600px/);
    expect(body).toContain('width=device-width');
    expect(body).toMatch(
      /<a[^>]*href="https:\/\/shop\.example\/\{\{ code \}\}"[^>]*style="[^"]*background-color:\s?#364fc7/,
    );
    expect(body).toContain('<!--[if mso]>');
    expect(body).not.toMatch(/<script|<!-- -->|<!--\$/);
  });

  it('has its conditions as Liquid tags around the blocks, with quotes that Liquid reads', async () => {
    const body = await composeDesign(email(...cases.find(([name]) => name === 'a condition')![1]));
    const [, inside] = /\{% if plan == "pro \\"gold\\"" %\}(.*)\{% endif %\}/s.exec(body) ?? [];
    expect(inside).toContain('For you {{ name }}');
    expect(inside).not.toContain('For all');
  });

  it('has its loops as Liquid tags around the blocks, with names that Liquid reads', async () => {
    const loop = (attrs: object) => email({ type: 'loop', attrs, content: [paragraph(variable('x.name'))] });
    expect(await composeDesign(loop({ list: 'order.items', item: 'x', limit: 3 }))).toMatch(
      /\{% for x in order\.items limit:3 %\}.*\{\{ x\.name \}\}.*\{% endfor %\}/s,
    );
    expect(await composeDesign(loop({ list: 'my list %}', item: '1 of {{' }))).toContain(
      '{% for of in data["my list"] %}',
    );
    expect(await composeDesign(loop({ list: '', item: '' }))).not.toContain('{%');
  });

  it('has no preview text of its own, which the service that sends adds, also where an older document names one', async () => {
    const settings = { type: 'globalContent', attrs: { data: { preheader: 'Soon' } } };
    const shown = { type: 'container', content: [paragraph(text('Shown'))] };
    expect(await composeDesign({ type: 'doc', content: [settings, shown] })).toBe(
      await composeDesign(email(paragraph(text('Shown')))),
    );
  });

  it('begins in the look of a brand, with its logo above the text and its footer below it', async () => {
    const brand = {
      logoUrl: 'https://pictures.example/logo.png',
      button: '#aa0011',
      paper: '#fefefe',
      footer: 'Acme Ltd\n{{ unsubscribeUrl }}',
    };
    const button = { type: 'button', attrs: { href: 'https://shop.example' }, content: [text('Shop')] };
    const { body, design } = await composeFirst(email(paragraph(text('Hello')), button), brand);
    expect(body).toMatch(
      /<img[^>]*src="https:\/\/pictures\.example\/logo\.png".*Hello.*Acme Ltd.*\{\{ unsubscribeUrl \}\}/s,
    );
    expect(body).toMatch(/<a[^>]*style="[^"]*background-color:\s?#aa0011/);
    expect(body).toMatch(/background-color:\s?#fefefe/);
    expect(JSON.stringify(design)).toContain('#aa0011');
    expect(await composeFirst(email(paragraph(text('Hello'))), null)).toEqual({
      body: await composeDesign(email(paragraph(text('Hello')))),
      design: email(paragraph(text('Hello'))),
    });
  });

  it('shows blocks to everyone while their condition names no field', async () => {
    const body = await composeDesign(email({ type: 'condition', content: [paragraph(text('All'))] }));
    expect(body).toContain('All');
    expect(body).not.toContain('{%');
  });
});
