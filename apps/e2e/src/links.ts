/** The path of an address in an email: tests reach the gateway at another host than its public one. */
export const pathOf = (url: string): string => new URL(url).pathname;

/** The paths of all web links of an HTML part, in order. */
export function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="(https?:[^"]+)"/g)].map((match) => pathOf(match[1]!));
}
