/** Puts a piece of HTML at the end of what is shown: before the last `</body>`, else before `</html>`, else at the end. */
export function appendToBody(html: string, piece: string): string {
  const at = lastTag(html, /<\/body\s*>/gi) ?? lastTag(html, /<\/html\s*>/gi) ?? html.length;
  return html.slice(0, at) + piece + html.slice(at);
}

function lastTag(html: string, tag: RegExp): number | null {
  let at: number | null = null;
  for (const match of html.matchAll(tag)) at = match.index;
  return at;
}
