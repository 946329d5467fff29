/** The value of a property in a style attribute; empty when it has none. */
export function styleValue(style: string, property: string): string {
  return declarations(style).find(([name]) => name === property)?.[1] ?? '';
}

/** A style attribute with another value of a property; an empty value removes it. */
export function withStyle(style: string, property: string, value: string): string {
  const kept = declarations(style).filter(([name]) => name !== property);
  if (value) kept.push([property, value]);
  return kept.map(([name, each]) => `${name}: ${each}`).join('; ');
}

/** Property and value of each declaration; a value may hold a colon, as in a URL. */
function declarations(style: string): [string, string][] {
  return style
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.includes(':'))
    .map((part) => [part.slice(0, part.indexOf(':')).trim(), part.slice(part.indexOf(':') + 1).trim()]);
}
