/** Liquid made from a template's source, with the way back from an offset in it to the offset in the source. */
export interface LiquidSource {
  liquid: string;
  /** How many placeholders and tags were seen. */
  pieces: number;
  sourceOffset(liquidOffset: number): number;
}

const SKIPPED_BLOCK = /^-?\s*(raw|comment)\b/;
/** An attribute that a URL follows, as the last thing before a placeholder. */
const URL_ATTRIBUTE = /[\s"'](?:href|src|action|formaction|background|poster)\s*=\s*["']?\s*$/i;
/** Words of letters, digits, `_` and `-`, joined by single dots or by spaces. */
const SPACED_PATH = /^[\p{L}\p{N}_-]+(?:[ .]+[\p{L}\p{N}_-]+)*$/u;
const OPERATOR = /(?:^|[ .])(?:and|or|not|contains)(?:$|[ .])/;
const MAX_QUOTED = 10_000;

/**
 * Turns the placeholder forms that Liquid does not have into ones that it has:
 * `{{key ?? text}}` (text bare or quoted, filters may follow) becomes the `default` filter, a key with spaces becomes a
 * bracket look-up, and, when `urls` is set, a value that begins a URL attribute passes the filter `url_value`.
 * Contents of `raw` and `comment` blocks stay as they are. Linear in the length of the source.
 */
export function toLiquid(source: string, options: { urls: boolean }): LiquidSource {
  const out = new Rewriter(source);
  let at = 0;
  let pieces = 0;
  for (;;) {
    const open = source.indexOf('{', at);
    if (open < 0) break;
    const next = source[open + 1];
    if (next === '%' || next === '{') pieces++;
    if (next === '%') at = afterTag(source, open);
    else if (next === '{') at = rewriteOutput(source, open, out, options.urls);
    else at = open + 1;
    if (at < 0) break;
  }
  return { ...out.finish(), pieces };
}

/** Offset after a tag, and after the whole block when it is one whose contents are not placeholders; -1: no more. */
function afterTag(source: string, open: number): number {
  const close = source.indexOf('%}', open + 2);
  if (close < 0) return -1;
  const block = SKIPPED_BLOCK.exec(source.slice(open + 2, Math.min(close, open + 40)))?.[1];
  if (!block) return close + 2;
  const end = new RegExp(`\\{%-?\\s{0,20}end${block}\\b`, 'g');
  end.lastIndex = close + 2;
  return end.test(source) ? end.lastIndex : -1;
}

/** Rewrites the output that opens at `open`; answers the offset after it, -1 when it never closes. */
function rewriteOutput(source: string, open: number, out: Rewriter, urls: boolean): number {
  const start = open + 2 + (source[open + 2] === '-' ? 1 : 0);
  let close = source.indexOf('}}', start);
  if (close < 0) return -1;
  let expression = source.slice(start, close);
  const mark = unquotedIndexOf(expression, '??');
  if (mark >= 0) {
    close = closeOfDefault(source, start + mark + 2, close);
    expression = source.slice(start, close);
  }
  const end = source[close - 1] === '-' && close - 1 >= start ? close - 1 : close;
  expression = source.slice(start, end);
  let liquid = mark >= 0 ? withDefault(expression, mark) : spacedKey(expression);
  if (urls && URL_ATTRIBUTE.test(source.slice(Math.max(0, open - 40), open))) liquid = withUrlCheck(liquid);
  if (liquid !== expression) out.replace(start, end, liquid);
  return close + 2;
}

/** Where the output ends whose default begins at `from`: a quoted default may itself hold `}}`. */
function closeOfDefault(source: string, from: number, close: number): number {
  const begin = from + (/^\s*/.exec(source.slice(from, close))?.[0].length ?? 0);
  const quote = source[begin];
  if (quote !== '"' && quote !== "'") return close;
  const endQuote = source.slice(begin + 1, begin + MAX_QUOTED).indexOf(quote);
  if (endQuote < 0 || begin + 1 + endQuote < close) return close;
  const later = source.indexOf('}}', begin + 1 + endQuote);
  return later < 0 ? close : later;
}

function withDefault(expression: string, mark: number): string {
  const key = spacedKey(expression.slice(0, mark));
  const rest = expression.slice(mark + 2);
  const quoted = /^\s*("[^"]*"|'[^']*')\s*(\|.*)?$/s.exec(rest);
  if (quoted) return `${key}| default: ${quoted[1]} ${quoted[2] ?? ''}`;
  const pipe = rest.indexOf('|');
  const text = (pipe < 0 ? rest : rest.slice(0, pipe)).trim();
  const literal = `"${text.replace(/[\\"]/g, '\\$&')}"`;
  return `${key}| default: ${literal} ${pipe < 0 ? '' : rest.slice(pipe)}`;
}

/** `first name | upcase` becomes `["first name"] | upcase`; anything else stays. */
function spacedKey(expression: string): string {
  const pipe = expression.indexOf('|');
  const path = (pipe < 0 ? expression : expression.slice(0, pipe)).trim();
  if (path.length > 200 || !path.includes(' ') || !SPACED_PATH.test(path) || OPERATOR.test(path)) return expression;
  const [first, ...others] = path.split('.').map((part) => part.trim());
  const bracket = (part: string): string => `["${part}"]`;
  const root = first!.includes(' ') ? bracket(first!) : first!;
  return ` ${root}${others.map(bracket).join('')} ${pipe < 0 ? '' : expression.slice(pipe)}`;
}

/** The check goes last, but before a closing `raw`, which only opts out of HTML escaping. */
function withUrlCheck(expression: string): string {
  const raw = /\|\s*raw\s*$/.exec(expression);
  return raw ? `${expression.slice(0, raw.index)}| url_value ${raw[0]}` : `${expression}| url_value `;
}

function unquotedIndexOf(text: string, wanted: string): number {
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (quote) {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (text.startsWith(wanted, i)) return i;
  }
  return -1;
}

/** Collects replacements from left to right and remembers where each began. */
class Rewriter {
  private readonly source: string;
  private readonly parts: string[] = [];
  /** Begin of every piece: offset in the liquid, offset in the source, and whether the piece was copied unchanged. */
  private readonly marks: { liquid: number; source: number; copied: boolean }[] = [];
  private length = 0;
  private done = 0;

  constructor(source: string) {
    this.source = source;
  }

  replace(start: number, end: number, text: string): void {
    this.push(this.source.slice(this.done, start), this.done, true);
    this.push(text, start, false);
    this.done = end;
  }

  finish(): Omit<LiquidSource, 'pieces'> {
    this.push(this.source.slice(this.done), this.done, true);
    const marks = this.marks;
    return {
      liquid: this.parts.join(''),
      sourceOffset: (offset) => {
        const mark = marks.findLast((candidate) => candidate.liquid <= offset);
        if (!mark) return 0;
        return mark.copied ? mark.source + offset - mark.liquid : mark.source;
      },
    };
  }

  private push(text: string, source: number, copied: boolean): void {
    this.marks.push({ liquid: this.length, source, copied });
    this.parts.push(text);
    this.length += text.length;
  }
}
