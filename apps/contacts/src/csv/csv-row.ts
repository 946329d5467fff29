import { normalizeEmail } from '@waybill/contracts/address';
import type { CsvHeader } from './csv-header';
import { formula } from './csv-writer';

/** The content of a row; `problem` says why it cannot be imported. */
export interface CsvRow {
  /** The address as it is stored; null where the cell holds none. */
  email: string | null;
  /** The cell, for the report. */
  given: string;
  /** Undefined leaves the subscription as it is. */
  subscribed?: boolean;
  data: Record<string, unknown>;
  problem: string | null;
}

/** Reads a row by its header. Cells that are missing at the end are empty; an empty cell leaves the field as it is. */
export function readRow(cells: string[], header: CsvHeader): CsvRow {
  const { email, given, problem } = readAddress(cells, header);
  const subscribed = header.subscribed === null ? undefined : readSubscribed(cells[header.subscribed] ?? '');
  const data: Record<string, unknown> = {};
  for (const { key, index } of header.data) {
    const value = readValue(cells[index] ?? '');
    if (value !== '') data[key] = value;
  }
  return { email, given, subscribed, data, problem };
}

/** The address in a row, and the problem of the row. */
export function readAddress(cells: string[], header: CsvHeader): Pick<CsvRow, 'email' | 'given' | 'problem'> {
  const cell = (cells[header.email] ?? '').trim();
  const given = unescaped(cell) ?? cell;
  const email = normalizeEmail(given);
  const tooMany = cells.length > header.columns && cells.slice(header.columns).some((cell) => cell !== '');
  if (tooMany) return { email, given, problem: 'the row has more columns than the header' };
  return { email, given, problem: email === null ? noAddress(given) : null };
}

const noAddress = (given: string): string => (given === '' ? 'email is empty' : 'email is no email address');

/** `true`, `1`, `yes` in any case are true, every other text is false. */
function readSubscribed(cell: string): boolean | undefined {
  const text = cell.trim().toLowerCase();
  return text === '' ? undefined : ['true', '1', 'yes'].includes(text);
}

/** A text that an export made harmless for spreadsheets, as it was; null for any other. */
const unescaped = (text: string): string | null =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : null;

const decimal = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * A cell as a value: yes, no, true and false are booleans; a plain decimal is a number unless it would lose digits, begins
 * with a needless zero or has a plus sign or an exponent (telephone and article numbers stay text); the rest is text. The apostrophe
 * that an export puts before a text which a spreadsheet would run is taken off.
 */
export function readValue(cell: string): string | number | boolean {
  const text = cell.trim();
  const written = unescaped(text);
  if (written !== null) return written;
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === 'yes') return true;
  if (lower === 'false' || lower === 'no') return false;
  if (decimal.test(text) && text.replace(/\D/g, '').length <= 15) return Number(text);
  return text;
}
