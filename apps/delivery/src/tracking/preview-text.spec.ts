import { htmlToText } from '@waybill/templating/text-part';
import { withPreviewText } from './preview-text';

/** The HTML with a short text, its element shown as [text]. */
const placed = (html: string, text = 'Hi'): string =>
  withPreviewText(html, text).replace(
    /<div style="display:none[^"]*" data-skip-in-text="true" aria-hidden="true">([^<]*?)(?:&#847;&zwnj;&nbsp;)*<\/div>/,
    '[$1]',
  );

describe('a preview text', () => {
  it.each([
    ['behind <body>', '<html><body><p>x</p></body></html>', '<html><body>[Hi]<p>x</p></body></html>'],
    ['behind a <body> with attributes', `<BODY title="a > b"\nid='c'>x`, `<BODY title="a > b"\nid='c'>[Hi]x`],
    ['at the start of a fragment', '<p>x</p>', '[Hi]<p>x</p>'],
    ['at the start of a text', 'x', '[Hi]x'],
    [
      'behind the head where no <body> is',
      '<!doctype html><head><title>t</title></head><p>x',
      '<!doctype html><head><title>t</title></head>[Hi]<p>x',
    ],
    ['behind <html> where nothing else is', '<html lang="en"><p>x', '<html lang="en">[Hi]<p>x'],
    ['behind the doctype alone', '<!DOCTYPE html>\n<p>x', '<!DOCTYPE html>[Hi]\n<p>x'],
    ['past a <body> in a comment', '<!-- <body> --><html><body>x', '<!-- <body> --><html><body>[Hi]x'],
    ['past a <body> in a style', '<style>/* <body> */</style><body>x', '<style>/* <body> */</style><body>[Hi]x'],
    ['past a <body> in a title', '<title><body></title><body>x', '<title><body></title><body>[Hi]x'],
    ['past a <bodyguard>', '<bodyguard><body>x', '<bodyguard><body>[Hi]x'],
    ['at the start where a comment never ends', '<!-- <body>x', '[Hi]<!-- <body>x'],
    ['at the start where <body> never ends', 'x<body title="', '[Hi]x<body title="'],
  ])('stands %s', (_where, html, expected) => {
    expect(placed(html)).toBe(expected);
  });

  it('leaves the HTML as it is where it is absent or empty', () => {
    const html = '<html><body>x</body></html>';
    expect(withPreviewText(html, undefined)).toBe(html);
    expect(withPreviewText(html, '')).toBe(html);
  });

  it('is escaped', () => {
    expect(placed('x', `<b>"5" & '6'</b> $1`)).toBe('[&#60;b&#62;&#34;5&#34; &#38; &#39;6&#39;&#60;/b&#62; $1]x');
  });

  it('is followed by a filler up to the length that mailboxes show', () => {
    const fillers = (text: string): number => withPreviewText('x', text).split('&#847;&zwnj;&nbsp;').length - 1;
    expect(fillers('Hi')).toBe(148);
    expect(fillers('a'.repeat(150))).toBe(0);
    expect(fillers('a'.repeat(900))).toBe(0);
  });

  it('is not in the text part', () => {
    const html = '<html><body><h1>Hello</h1><p>x</p></body></html>';
    expect(htmlToText(withPreviewText(html, 'Hi'))).toBe(htmlToText(html));
  });

  it('takes the place of one that an editor composed', () => {
    const old =
      '<!--html--><!--head--><div style="display:none;opacity:0" data-skip-in-text="true">Old<div> \u00a0\u200c\u200b</div></div>';
    expect(placed(`<body style="a">${old}<p>x</p>`)).toBe('<body style="a">[Hi]<p>x</p>');
    expect(placed(withPreviewText('<body><p>x</p>', 'Old'))).toBe('<body>[Hi]<p>x</p>');
    const own = '<body><div data-skip-in-text="true"><p>a whole part</p></div>';
    expect(placed(own)).toBe(own.replace('<body>', '<body>[Hi]'));
  });

  it.each([
    ['comments that never end', '<!--'.repeat(300_000)],
    ['elements that never end', '<body title="'.repeat(100_000)],
    ['styles that never end', '<style>'.repeat(200_000)],
    ['a space that does not end in an old element', `<body><div data-skip-in-text>${' '.repeat(1_000_000)}<p>`],
    [
      'a space behind the filler of an old element',
      `<body><div data-skip-in-text>x<div>y</div>${' '.repeat(1_000_000)}<p>`,
    ],
    ['a space before the body', `<body>${' '.repeat(1_000_000)}x`],
    ['attributes of an old element', `<body><div${' data-skip-in-text'.repeat(100_000)}`],
  ])('is placed in hostile HTML of %s', (_what, html) => {
    expect(withPreviewText(html, 'Hi')).toHaveLength(html.length + withPreviewText('', 'Hi').length);
  });
});
