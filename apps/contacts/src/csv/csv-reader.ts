import { parse, type CsvError, type Options, type Parser } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { refused } from './csv-header';

/** One record of a file. */
export interface CsvRecord {
  cells: string[];
  /** Counted from 1, the header's; empty lines are not counted. */
  row: number;
  /** The line on which the record ends. */
  line: number;
}

/** Contact data is at most 64 KB, so a record that is much larger is a mistake or an attack. */
const maxRecord = 128 * 1024;
const maxLine = 2 * maxRecord;
const slice = 64 * 1024;
const newline = 10;
const carriageReturn = 13;

const options = (csv: string): Options => ({
  bom: true,
  delimiter: delimiterOf(csv),
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: maxRecord,
});

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** The cells of the first row. @throws AppError 422 `file` for what is no CSV */
export function headerCells(csv: string): string[] {
  try {
    const [first] = parseNow(csv.slice(0, 2 * maxRecord), { ...options(csv), info: false, to: 1 });
    if (first) return first;
  } catch (error) {
    throw unreadable(error);
  }
  throw refused('too_small', 'is empty');
}

/**
 * The rows of a file after its header, read as they are wanted, as many at once as one slice of the text holds; never
 * more of them are in memory. Line breaks inside values become `\n`.
 * @throws AppError 422 `file`, which names the line, for a quote that is never closed or a record over 128 KB
 */
export async function* csvRows(csv: string): AsyncGenerator<CsvRecord[]> {
  // One character for each line break, so that the parser counts lines inside quotes rightly.
  const text = csv.replaceAll('\r\n', '\n');
  const parser = parse(options(text));
  const parsed: Parsed[] = [];
  parser.on('readable', () => {
    for (let next = read(parser); next !== null; next = read(parser)) parsed.push(next);
  });
  let row = 0;
  const taken = (): CsvRecord[] =>
    parsed.splice(0).flatMap(({ record, info }) => (++row > 1 ? { cells: record, row, line: info.lines } : []));
  try {
    for (const bytes of slices(Buffer.from(text))) {
      await settled(parser, (done) => parser.write(bytes, done));
      yield taken();
    }
    await settled(parser, (done) => parser.end().once('end', done));
    yield taken();
  } catch (error) {
    throw unreadable(error);
  }
}

const read = (parser: Parser): Parsed | null => parser.read() as Parsed | null;

/** Waits for the end of `begin`, or for the error of the parser, whichever way it comes. */
function settled(parser: Parser, begin: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.once('error', reject);
    begin((error) => {
      if (error) return reject(error);
      parser.off('error', reject);
      resolve();
    });
  });
}

/**
 * Refuses a file with a line that no row of at most 200 columns and 64 KB can need: what the parser would make of it takes
 * memory. @throws AppError 422 `file`
 */
export function checkLines(csv: string): void {
  let begin = 0;
  for (let at = 0; at <= csv.length; at++) {
    const code = at === csv.length ? newline : csv.charCodeAt(at);
    if (code !== newline && code !== carriageReturn) continue;
    if (at - begin > maxLine) throw refused('too_big', 'has a line of more than 256 KB');
    begin = at + 1;
  }
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += slice) yield bytes.subarray(at, at + slice);
}

/** The comma, unless the first line has none but has semicolons or tabs, as spreadsheets of some countries write. */
function delimiterOf(csv: string): string {
  const first = csv.slice(0, slice).split(/[\r\n]/, 1)[0] ?? '';
  if (first.includes(',')) return ',';
  return [';', '\t'].find((candidate) => first.includes(candidate)) ?? ',';
}

function unreadable(error: unknown): Error {
  const { code, lines: line } = error as CsvError & { lines?: number };
  if (!code?.startsWith('CSV_')) return error as Error;
  const place = line === undefined ? '' : ` near line ${line}`;
  if (code === 'CSV_MAX_RECORD_SIZE') return refused('too_big', `has a row of more than 128 KB${place}`);
  if (code === 'CSV_QUOTE_NOT_CLOSED') return refused('syntax', `has a quote that is never closed${place}`);
  return refused('syntax', `is not CSV${place}`);
}
