import { htmlToText } from './text-part';

describe('htmlToText', () => {
  it('keeps paragraphs, lists and the addresses of links', () => {
    const html =
      '<html><head><title>T</title><style>p{}</style></head><body><h1>Hi Ann</h1><p>Read <a href="https://example.com/a">this</a> &amp; that.</p><ul><li>one</li><li>two</li></ul><img src="x.png" alt="x"><script>alert(1)</script></body></html>';
    expect(htmlToText(html)).toBe('Hi Ann\n\nRead this [https://example.com/a] & that.\n\n * one\n * two');
  });

  it('shows a link once when its text is its address', () => {
    expect(htmlToText('<a href="https://example.com">https://example.com</a>')).toBe('https://example.com');
  });

  it('leaves out the hidden preview text', () => {
    const html = '<div style="display:none" data-skip-in-text="true">Soon<div>\u00a0\u200c</div></div><p>Hello</p>';
    expect(htmlToText(html)).toBe('Hello');
  });

  it('survives deep and unclosed markup', () => {
    expect(typeof htmlToText('<div>'.repeat(20_000) + 'x')).toBe('string');
    expect(typeof htmlToText('<table><tr><td>'.repeat(2_000))).toBe('string');
    expect(htmlToText('')).toBe('');
    expect(htmlToText('a < b')).toBe('a < b');
  });
});
