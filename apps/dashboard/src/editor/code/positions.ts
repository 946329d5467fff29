import { i18n } from '../../text/i18n';
/** A problem of a source as the API names it: line and column from 1, null where the whole content is meant. */
export interface SourceProblem {
  severity: 'error' | 'warning';
  message: string;
  line: number | null;
  column: number | null;
}

/** A place to mark, as offsets. */
export interface Mark {
  from: number;
  to: number;
  severity: 'error' | 'warning';
  message: string;
}

/** Lines of a text, of which a place is asked. */
export interface Lines {
  lines: number;
  line(number: number): { from: number; to: number };
}

/** Where a problem is marked: from its column to the end of its line, in a text that may be newer than the problem. */
export function markOf(problem: SourceProblem, text: Lines): Mark | null {
  if (problem.line === null || problem.line < 1 || problem.line > text.lines) return null;
  const { from: start, to } = text.line(problem.line);
  const from = Math.min(start + Math.max(0, (problem.column ?? 1) - 1), to);
  return { from, to: Math.max(from, to), severity: problem.severity, message: problem.message };
}

/** "Line 2, column 5"; empty for a problem of the content as a whole. */
export function placeWords({ line, column }: Pick<SourceProblem, 'line' | 'column'>): string {
  if (line === null) return '';
  return column === null ? i18n.t('Line {line}', { line }) : i18n.t('Line {line}, column {column}', { line, column });
}
