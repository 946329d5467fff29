import { compile } from 'html-to-text';

/** Bounds for hostile or broken HTML: what lies beyond is left out of the text part. */
const convert = compile({
  wordwrap: 78,
  limits: { maxInputLength: 2_000_000, maxDepth: 200, maxChildNodes: 20_000, ellipsis: '…' },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'img', format: 'skip' },
    // The preview text of React Email, which stands hidden in the HTML with a filling of spaces.
    { selector: '[data-skip-in-text]', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/**
 * The text part of an HTML email: links keep their address in brackets behind their text, images are left out, lines
 * wrap at 78 characters. Never throws for any HTML.
 */
export function htmlToText(html: string): string {
  return convert(html);
}
