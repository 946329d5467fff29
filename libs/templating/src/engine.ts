import {
  CaptureTag,
  Context,
  Liquid,
  Parser,
  TokenKind,
  Tokenizer,
  toValueSync,
  type Emitter,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs';
import { escapeHtml, isUnset, printValue, urlValue } from './print';

/** html: values are escaped unless the last filter is `raw`; text: values print as they are. */
export type TemplateMode = 'html' | 'text';

/** How much one template may take. */
export interface Limits {
  /** Characters of its source. */
  source: number;
  /** Placeholders and tags in it: each costs up to two kilobytes and time to parse. */
  pieces: number;
  /** Milliseconds of one rendering; looked at between tags, not within a chain of filters. */
  renderMs: number;
  /** Characters of the result. */
  output: number;
  /** Units of liquidjs: characters and list elements that filters and loops make on the way. */
  memory: number;
}

export const limits: Limits = {
  source: 2_000_000,
  pieces: 20_000,
  renderMs: 1_000,
  output: 10_000_000,
  memory: 10_000_000,
};

/**
 * Limits of the work in a thread in which other work waits. The slowest filters take 7 us for a unit of memory on Node 24
 * (`where_exp`, `group_by`), a piece 20 us to parse: so each bound stands for
 * 150 ms at most, most for 20. The time itself is the last of them: a pause of the whole process counts too.
 */
export const quickLimits: Limits = {
  source: 100_000,
  pieces: 1_000,
  renderMs: 50,
  output: 200_000,
  memory: 20_000,
};

/** Tags that would read another template: an email template stands alone. */
const REFUSED_TAGS = ['include', 'render', 'layout', 'block'];

interface FilterThis {
  context: Context;
}

/** Prints a value and charges its length, so that a loop over one large value meets the memory limit. */
function print(this: FilterThis, value: unknown): string {
  const text = printValue(value);
  this.context.memoryLimit.use(text.length);
  return text;
}

function printEscaped(this: FilterThis, value: unknown): string {
  return escapeHtml(print.call(this, value));
}

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#34|#38|#39|#60|#62);/g, (entity) => ENTITIES[entity]!);
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#38;': '&',
  '&#39;': "'",
  '&#60;': '<',
  '&#62;': '>',
};

/** Result so far, bounded: static text inside a loop is not charged to liquidjs' memory limit. */
class BoundedEmitter implements Emitter {
  buffer = '';

  constructor(private readonly most: number) {}

  write(html: unknown): void {
    this.buffer += typeof html === 'string' ? html : printValue(html);
    if (this.buffer.length > this.most) throw new Error('output limit exceeded');
  }
}

/** `capture` collects in an emitter of its own, which must be bounded too. */
class BoundedCapture extends CaptureTag {
  override *render(ctx: Context): Generator<unknown, void, string> {
    const text = yield this.liquid.renderer.renderTemplates(this.templates, ctx, new BoundedEmitter(limits.output));
    ctx.bottom()[this.variable] = text;
  }
}

/**
 * A Liquid engine. Values are plain JSON data and reached by own properties only; dates print in UTC; truth is
 * JavaScript's. In html mode the filters `escape`, `escape_once`, `xml_escape` and `newline_to_br`, when last, make
 * HTML themselves and are not escaped twice.
 * @param strict an unknown filter is an error instead of doing nothing.
 */
export function createEngine(mode: TemplateMode, strict: boolean): Liquid {
  const engine = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    jsTruthy: true,
    strictFilters: strict,
    timezoneOffset: 0,
    locale: 'en-US',
    outputEscape:
      mode === 'html' ? (printEscaped as (value: unknown) => string) : (print as (value: unknown) => string),
    renderLimit: limits.renderMs,
    memoryLimit: limits.memory,
  });
  for (const name of REFUSED_TAGS) {
    engine.registerTag(name, {
      parse() {
        throw new Error(`tag "${name}" is not available: a template cannot read another one`);
      },
      render() {},
    });
  }
  engine.registerTag('capture', BoundedCapture);
  const raw = mode === 'html';
  engine.registerFilter('raw', { raw: true, handler: print });
  engine.registerFilter('default', (value: unknown, fallback: unknown) => (isUnset(value) ? fallback : value));
  engine.registerFilter('url_value', urlValue);
  for (const name of ['escape', 'xml_escape']) engine.registerFilter(name, { raw, handler: printEscaped });
  engine.registerFilter('escape_once', {
    raw,
    handler(this: FilterThis, value: unknown) {
      return escapeHtml(unescaped(print.call(this, value)));
    },
  });
  engine.registerFilter('newline_to_br', {
    raw,
    handler(this: FilterThis, value: unknown) {
      const text = print.call(this, value);
      return (raw ? escapeHtml(unescaped(text)) : text).replace(/\r?\n/g, '<br />\n');
    },
  });
  return engine;
}

const MAX_PROBLEMS = 20;
/** The error that liquidjs reports after the opening tag of a block was refused: it follows from the first problem. */
const CONSEQUENCE = /^tag "(end\w+|else|elsif|when)" not found/;

/** Parses Liquid and goes on after a problem, so that an author sees up to 20 of them at once. */
export function parseTemplates(engine: Liquid, liquid: string): { templates: Template[]; errors: Error[] } {
  const templates: Template[] = [];
  const errors: Error[] = [];
  const parser = new Parser(engine);
  try {
    const tokens = new Tokenizer(liquid).readTopLevelTokens(engine.options);
    const unnamed = missingFilters(tokens);
    while (tokens.length && errors.length < MAX_PROBLEMS) {
      try {
        templates.push(parser.parseToken(tokens.shift()!, tokens));
      } catch (error) {
        if (!errors.length || !CONSEQUENCE.test((error as Error).message)) errors.push(error as Error);
      }
    }
    if (unnamed.length > 0) errors.push(...unnamed.slice(0, MAX_PROBLEMS));
  } catch (error) {
    errors.push(error as Error);
  }
  return { templates, errors };
}

/** An error for each `|` that no filter name follows, as in `{{ x | }}`: liquidjs takes such a placeholder. */
function missingFilters(tokens: TopLevelToken[]): Error[] {
  const errors: Error[] = [];
  let inComment = false;
  for (const token of tokens) {
    if (token.kind !== TokenKind.Output && token.kind !== TokenKind.Tag) continue;
    const { content, name } = token as TagToken;
    if (name === 'comment' || name === 'endcomment') inComment = name === 'comment';
    if (inComment || name === '#') continue;
    if (content.endsWith('|')) errors.push(Object.assign(new Error('expected filter name after "|"'), { token }));
  }
  return errors;
}

/** Runs parsed templates against own-property data; throws what liquidjs throws. */
export function run(
  engine: Liquid,
  templates: Template[],
  variables: Record<string, unknown>,
  { renderMs, memory, output }: Limits,
): string {
  // A copy without a prototype: `increment` writes into it, and `in` must not see Object.prototype.
  const scope = Object.assign(Object.create(null) as Record<string, unknown>, variables);
  const options = { sync: true, renderLimit: renderMs, memoryLimit: memory };
  const context = new Context(scope, engine.options, options, { liquid: engine });
  return toValueSync(engine.renderer.renderTemplates(templates, context, new BoundedEmitter(output))) as string;
}
