import { trackedLimits } from '@waybill/contracts/tracking/signed-link';
import { appendToBody } from './insert-html';

/** Makes the address that stands for link number `position` of `links` to `url`. */
export type TrackUrl = (url: string, position: number, links: number) => string;

/** The value of one `href`: from `start` to `end`, quotes included. */
interface Spot {
  start: number;
  end: number;
  url: string;
}

/**
 * The HTML with every http and https link of `<a>` and `<area>` led through the gateway. Links that `skip` names, links
 * longer than {@link trackedLimits} and those after the 255th stay as they are; everything else is byte for byte the same.
 */
export function trackLinks(html: string, track: TrackUrl, skip: (url: string) => boolean): string {
  const spots = [...findLinks(html, trackedLimits.url)].filter(({ url }) => !skip(url)).slice(0, trackedLimits.links);
  let result = '';
  let done = 0;
  spots.forEach(({ start, end, url }, position) => {
    result += `${html.slice(done, start)}"${track(url, position, spots.length)}"`;
    done = end;
  });
  return result + html.slice(done);
}

/** The HTML with an invisible image whose request reports an open. */
export function addPixel(html: string, url: string): string {
  return appendToBody(html, `<img src="${url}" width="1" height="1" alt="" style="display:block;border:0" />`);
}

/** Our own address for a link of the longest kind is below this: its token carries the address as base64url. */
const maxAddressLength = 2 * trackedLimits.url;

/** The first http or https link of the HTML that a reader could click; null when there is none. */
export function firstLink(html: string): string | null {
  const { value: spot } = findLinks(html, maxAddressLength).next();
  return spot ? spot.url : null;
}

/** The links in their order, found one after the other; those with more than `longest` bytes are left out. */
function* findLinks(html: string, longest: number): Generator<Spot, void> {
  const opening = /<(?:a|area)(?=[\s/])/gi;
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const start = match.index + match[0].length;
    const end = tagEnd(html, start);
    // A tag that never closes: what follows is none for any reader.
    if (end < 0) return;
    const spot = hrefOf(html.slice(start, end), start, longest);
    if (spot) yield spot;
    opening.lastIndex = end;
  }
}

/** Offset of the `>` that closes a tag, quoted values skipped; -1 when it never closes. Linear in the length. */
export function tagEnd(html: string, from: number): number {
  const mark = /[>"']/g;
  mark.lastIndex = from;
  for (let match = mark.exec(html); match; match = mark.exec(html)) {
    if (match[0] === '>') return match.index;
    const close = html.indexOf(match[0], match.index + 1);
    if (close < 0) return -1;
    mark.lastIndex = close + 1;
  }
  return -1;
}

const attribute = /([^\s"'>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

/** The first `href` counts, as for every reader of HTML. */
function hrefOf(attributes: string, offset: number, longest: number): Spot | null {
  for (const match of attributes.matchAll(attribute)) {
    if (match[1]!.toLowerCase() !== 'href') continue;
    const value = match[2];
    const url = value === undefined ? null : webAddress(value.replace(/^(["'])([^]*)\1$/, '$2'), longest);
    if (value === undefined || url === null) return null;
    const start = offset + match.index + match[0].length - value.length;
    return { start, end: start + value.length, url };
  }
  return null;
}

const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** The address an attribute value means; null when it is none of http or https, too long, or not surely understood. */
function webAddress(value: string, longest: number): string | null {
  const url = value
    .replace(/&#x([0-9a-f]{1,6});/gi, (_all, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});/g, (_all, decimal: string) => character(Number(decimal)))
    .replace(/&(amp|quot|apos|lt|gt);/g, (_all, name: string) => entities[name]!)
    .trim();
  const unknownEntity = /&[a-z]{2,31};/i.test(value.replace(/&(?:amp|quot|apos|lt|gt);/g, ''));
  if (unknownEntity || url.length > longest || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  return Buffer.byteLength(url) <= longest ? url : null;
}

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
