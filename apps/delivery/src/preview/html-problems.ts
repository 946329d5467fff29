/** Gmail cuts a message off here. */
export const clippedBytes = 102_400;
/** Characters of a rendering that are looked at. */
const maxRead = 500_000;

const hrefs = /<a\s[^<>]*?\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/gi;
const images = /<img\s[^<>]*>/gi;
const schemes = /^(https?|mailto|tel|sms):/i;

/** The different targets of links; a place on the same page is none. */
function links(html: string): string[] {
  const found = [...html.slice(0, maxRead).matchAll(hrefs)].map((match) => (match[1] ?? match[2] ?? '').trim());
  return [...new Set(found)].filter((link) => !link.startsWith('#'));
}

/** The first 200 characters of links that lead nowhere. */
export function brokenLinks(html: string): string[] {
  return links(html)
    .filter((link) => !(schemes.test(link) && URL.canParse(link)))
    .map((link) => link.slice(0, 200));
}

/** The first 200 characters of links that are not encrypted. */
export function insecureLinks(html: string): string[] {
  return links(html)
    .filter((link) => /^http:/i.test(link) && URL.canParse(link))
    .map((link) => link.slice(0, 200));
}

/** Images without an `alt`, which a reader without images does not learn of; a pixel of one point is none. */
export function imagesWithoutText(html: string): number {
  const tags = html.slice(0, maxRead).match(images) ?? [];
  return tags.filter((tag) => !/\salt\s*=/i.test(tag) && !/\s(width|height)\s*=\s*["']?[01]["'\s/>]/i.test(tag)).length;
}
