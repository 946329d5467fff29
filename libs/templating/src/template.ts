import { hash } from 'node:crypto';
import { isMainThread } from 'node:worker_threads';
import type { Liquid, Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import { createEngine, limits, parseTemplates, quickLimits, run, type TemplateMode } from './engine';
import { toLiquid } from './placeholder';
import { describe, type TemplateProblem } from './problem';

export { limits, quickLimits, type TemplateMode } from './engine';
export type { TemplateProblem } from './problem';

/** A template that cannot be compiled or rendered; `problems` says where, first one first. */
export class TemplateError extends Error {
  readonly problems: TemplateProblem[];

  constructor(problems: TemplateProblem[]) {
    super(problems[0]?.message ?? 'the template is not usable');
    this.name = 'TemplateError';
    this.problems = problems;
  }
}

/** A parsed template: immutable, safe to render many times. */
export interface CompiledTemplate {
  readonly mode: TemplateMode;
  readonly templates: Template[];
  /** Placeholders and tags in it. */
  readonly pieces: number;
  readonly sourceOffset: (liquidOffset: number) => number;
  readonly source: string;
}

const engines = { html: createEngine('html', false), text: createEngine('text', false) };
const checker = createEngine('html', true);

/**
 * An upper estimate of the bytes of one parsed template. Measured on Node 24: 1.6 bytes per character of plain HTML,
 * and per placeholder 0.5 to 1.1 KB alone, 2.0 KB with a default and text around it; with four filters 95 % of this.
 */
const weightOf = (source: string, pieces: number): number => 1024 + source.length * 4 + pieces * 2_500;
const cache = new LRUCache<string, CompiledTemplate>({
  maxSize: (isMainThread ? 64 : 32) * 1024 * 1024,
  sizeCalculation: ({ source, pieces }) => weightOf(source, pieces),
});

/**
 * Everything that keeps a source from being a template: syntax errors, unknown filters and tags, tags that read other
 * templates, a source over 2,000,000 characters. Empty when it is fine. Lines and columns count from 1.
 */
export function checkTemplate(source: string): TemplateProblem[] {
  try {
    parse(checker, source, 'html');
    return [];
  } catch (error) {
    if (error instanceof TemplateError) return error.problems;
    throw error;
  }
}

/**
 * Parses a template; the last ones used stay parsed. An unknown filter does nothing
 * here: `checkTemplate` is where it is refused.
 * @throws TemplateError when the source has a syntax error.
 */
export function compileTemplate(source: string, mode: TemplateMode): CompiledTemplate {
  const key = mode + hash('sha256', source, 'base64');
  const known = cache.get(key);
  if (known) return known;
  const compiled = parse(engines[mode], source, mode);
  cache.set(key, compiled);
  return compiled;
}

/** Is a source short enough to be parsed in a thread in which others wait? */
export function isQuick(source: string): boolean {
  if (source.length > quickLimits.source) return false;
  if (source.length <= 2 * quickLimits.pieces) return true;
  let pieces = 0;
  for (let at = source.indexOf('{'); at >= 0; at = source.indexOf('{', at + 1)) {
    const next = source[at + 1];
    if ((next === '{' || next === '%') && ++pieces > quickLimits.pieces) return false;
  }
  return true;
}

/**
 * Fills a template with JSON data. A missing value prints nothing.
 * @throws TemplateError when it takes longer than 1 s, grows over 10,000,000 characters or a filter fails, or when it needs
 * more than the bounds that are given.
 */
export function render(compiled: CompiledTemplate, variables: Record<string, unknown>, bounds = limits): string {
  try {
    return run(engines[compiled.mode], compiled.templates, variables, bounds);
  } catch (error) {
    throw new TemplateError([describe(error, compiled.source, compiled.sourceOffset)]);
  }
}

/** The longest subject that goes out: RFC 5322 bounds a line at 998 octets, the API a subject at 998 characters. */
const MAX_SUBJECT = 998;

/**
 * Fills the template of a one-line header: compiled in text mode; every run of control characters and line or
 * paragraph separators in the result becomes one space, so that no value can begin a header of its own.
 * @throws TemplateError as {@link render}.
 */
export function renderSubject(compiled: CompiledTemplate, variables: Record<string, unknown>, bounds = limits): string {
  const line = render(compiled, variables, bounds)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  return line.length > MAX_SUBJECT ? line.slice(0, MAX_SUBJECT).replace(/[\ud800-\udbff]$/, '') : line;
}

/**
 * The variables of the data that a source names, each as its path: `{{ data.plan }}` is `['data', 'plan']`. A variable that the
 * source sets itself is left out; a path ends before a part that is itself computed.
 * @throws TemplateError when the source has a syntax error.
 */
export function variablesOf(source: string, mode: TemplateMode): string[][] {
  const { templates } = compileTemplate(source, mode);
  return engines[mode].globalVariableSegmentsSync(templates, { partials: false }).map((segments) => {
    const computed = segments.findIndex((segment) => Array.isArray(segment));
    return segments.slice(0, computed < 0 ? undefined : computed).map(String);
  });
}

function parse(engine: Liquid, source: string, mode: TemplateMode): CompiledTemplate {
  if (source.length > limits.source) throw tooMuch(`the template is longer than ${limits.source} characters`);
  const { liquid, pieces, sourceOffset } = toLiquid(source, { urls: mode === 'html' });
  if (pieces > limits.pieces) throw tooMuch(`the template has more than ${limits.pieces} placeholders and tags`);
  const { templates, errors } = parseTemplates(engine, liquid);
  if (errors.length) throw new TemplateError(errors.map((error) => describe(error, source, sourceOffset)));
  return { mode, templates, pieces, sourceOffset, source };
}

function tooMuch(message: string): TemplateError {
  return new TemplateError([{ message, line: 1, column: 1 }]);
}
