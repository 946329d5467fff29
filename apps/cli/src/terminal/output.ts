import { ApiError, ConfigurationError, ConnectionError } from '@waybill/sdk/index';
import { printable } from './table';

/** Results go to stdout, as text or, with `--json`, as one JSON value per line; everything else goes to stderr. */
export class Output {
  constructor(private readonly isJson: boolean) {}

  /** A result; `lines` is asked only where text is wanted. */
  print(value: unknown, lines: () => string[]): void {
    process.stdout.write(
      this.isJson
        ? `${JSON.stringify(value)}\n`
        : lines()
            .map((line) => `${line}\n`)
            .join(''),
    );
  }

  /** A remark for the person at the terminal. */
  note(line: string): void {
    if (!this.isJson) process.stderr.write(`${line}\n`);
  }

  /** A line that the next one replaces. Nothing where stderr is no terminal. */
  status(line: string): void {
    if (!this.isJson && process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
  }

  error(error: unknown): void {
    const problem = problemOf(error);
    if (this.isJson) process.stderr.write(`${JSON.stringify({ error: problem })}\n`);
    else
      process.stderr.write(
        linesOf(problem)
          .map((line) => `${line}\n`)
          .join(''),
      );
  }
}

interface Problem {
  code: string;
  message: string;
  suggestion?: string;
  requestId?: string;
  errors?: { field: string; message: string; code: string }[];
}

function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    const { code, message, suggestion, requestId, fields } = error;
    return { code, message, suggestion, requestId, ...(fields.length > 0 ? { errors: fields } : {}) };
  }
  if (error instanceof ConfigurationError) return { code: 'CONFIGURATION', message: error.message };
  if (error instanceof ConnectionError) {
    const again = error.idempotencyKey && `Repeat it safely with --idempotency-key ${error.idempotencyKey}`;
    return { code: 'NO_ANSWER', message: error.message, ...(again ? { suggestion: again } : {}) };
  }
  return { code: 'FAILED', message: error instanceof Error ? error.message : String(error) };
}

function linesOf({ code, message, suggestion, requestId, errors = [] }: Problem): string[] {
  return [
    `${code}: ${message}`,
    ...errors.map(({ field, message: reason }) => `  ${field}: ${reason}`),
    ...(suggestion ? [suggestion] : []),
    ...(requestId ? [`Request id: ${requestId}`] : []),
  ].map(printable);
}
