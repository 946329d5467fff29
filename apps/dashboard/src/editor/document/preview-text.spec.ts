import { typedContent } from './preview-text';

const hidden =
  '<div style="display:none;opacity:0" data-skip-in-text="true">Soon, {{ name }}<div> \u00a0\u200c\u200b</div></div>';
const bodyOf = (start: string): string => `<html><body><!--html-->${start}<p>Shown</p></body></html>`;
const shown = { type: 'container', content: [] };
const designOf = (data: object) => ({ type: 'doc', content: [{ type: 'globalContent', attrs: { data } }, shown] });
const old = {
  previewText: null,
  body: bodyOf(hidden),
  design: designOf({ preheader: 'Soon, {{ name }}', theme: 'basic' }),
};

describe('the preview text of a content', () => {
  it('is the stored one; an empty text stands for none', () => {
    const stored = { previewText: 'Soon', body: bodyOf(''), design: designOf({ theme: 'basic' }) };
    expect(typedContent(stored)).toEqual(stored);
    expect(typedContent({ ...stored, previewText: null, design: null })).toEqual({
      previewText: '',
      body: bodyOf(''),
      design: null,
    });
  });

  it('is that of an older document, which then has none in its settings and its body', () => {
    const taken = { previewText: 'Soon, {{ name }}', body: bodyOf(''), design: designOf({ theme: 'basic' }) };
    expect(typedContent(old)).toEqual(taken);
    expect(typedContent({ ...old, previewText: 'Newer' })).toEqual({ ...taken, previewText: 'Newer' });
  });

  it('of code stays where it was written', () => {
    expect(typedContent({ ...old, design: null })).toEqual({ previewText: '', body: bodyOf(hidden), design: null });
  });
});
