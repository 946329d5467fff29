import { escapeHtml } from '@waybill/templating/print';
import { tagEnd } from './tracked-html';

/** About as many characters are shown behind a subject by the mailboxes that show most. */
const shownLength = 150;
/** A character that takes no room and a space that is not broken: mailboxes show it as nothing, and join no run of it. */
const filler = '&#847;&zwnj;&nbsp;';
const hiddenStyle =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all';

/**
 * The HTML of an email with a text for the list of a mailbox: hidden at the beginning of the body, with a filler behind it, so
 * that no words of the body follow. An element of this kind that an editor composed is replaced. Without a text the HTML is
 * returned as it is.
 */
export function withPreviewText(html: string, text: string | undefined): string {
  if (!text) return html;
  const at = bodyStart(html);
  const end = endOf(composed, html, at) || at;
  const fill = filler.repeat(Math.max(0, shownLength - text.length));
  const hidden = `<div style="${hiddenStyle}" data-skip-in-text="true" aria-hidden="true">${escapeHtml(text)}${fill}</div>`;
  return html.slice(0, at) + hidden + html.slice(end);
}

const opening = /<!--|<!doctype|<\/head|<(?:html|head|body|style|script|title)(?=[\s>/])/gi;

/** The ends of pieces in which `<body>` would be text. */
const ends: Record<string, RegExp> = {
  '<!--': /-->/g,
  '<style': /<\/style\s*>/gi,
  '<script': /<\/script\s*>/gi,
  '<title': /<\/title\s*>/gi,
};

/** Offset behind `<body>`; of HTML without one behind what precedes a body, which is its start where nothing does. */
function bodyStart(html: string): number {
  let start = 0;
  opening.lastIndex = 0;
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const name = match[0].toLowerCase();
    const end = ends[name] ? endOf(ends[name], html, opening.lastIndex) : tagEnd(html, opening.lastIndex) + 1;
    if (end <= 0) break;
    if (name === '<body') return end;
    if (name === '<!doctype' || name === '<html' || name === '</head') start = end;
    opening.lastIndex = end;
  }
  return start;
}

/** Offset behind the first match; 0 where there is none. */
function endOf(mark: RegExp, html: string, from: number): number {
  mark.lastIndex = from;
  return mark.test(html) ? mark.lastIndex : 0;
}

/**
 * The preview text of React Email, behind comments: an element with this attribute, its filler in an element of its own. No two
 * neighbouring parts match the same character: the time is linear in the length.
 */
const composed =
  /(?:\s*<!--[^<>]{0,100}-->){0,9}\s*<div\b[^<>]{0,500}\bdata-skip-in-text\b[^<>]{0,500}>[^<]*(?:<div>[^<]*<\/div>\s*)?<\/div>/y;
