/** One thing wrong with a template; `message` names the place too. Lines and columns count from 1. */
export interface TemplateProblem {
  message: string;
  line: number;
  column: number;
}

/** Turns what liquidjs threw into a problem at a place of the source that the author wrote. */
export function describe(error: unknown, source: string, sourceOffset: (offset: number) => number): TemplateProblem {
  if (error instanceof RangeError || (error as { originalError?: unknown }).originalError instanceof RangeError)
    return at(source, 0, 'blocks or brackets are nested too deeply');
  const text = (error as Error).message.replace(/, (?:file:.*?, )?line:\d+, col:\d+$/, '');
  const begin = (error as { token?: { begin?: number } }).token?.begin;
  return at(source, begin === undefined ? 0 : sourceOffset(begin), text);
}

function at(source: string, offset: number, text: string): TemplateProblem {
  const before = source.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return { message: `${text} (line ${line}, column ${column})`, line, column };
}
