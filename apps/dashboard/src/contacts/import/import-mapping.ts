import { i18n } from '../../text/i18n';
/** A file of contacts as it is read in the browser, for the mapping of its columns. */
export interface CsvFile {
  columns: string[];
  /** The first rows, as many cells as there are columns. */
  sample: string[][];
}

/** A column's field: the name under which it is imported; null leaves it out. */
export type Mapping = (string | null)[];

const sampleRows = 5;

/** Reads the head of a CSV file and its first rows. Values may stand between quotes and hold separators and line breaks. */
export function readCsv(text: string): CsvFile {
  const clean = text.replace(/^\ufeff/, '');
  const first = clean.split(/\r?\n/, 1)[0] ?? '';
  const separator = first.includes(',') ? ',' : ([';', '\t'].find((mark) => first.includes(mark)) ?? ',');
  const rows = recordsOf(clean, separator, sampleRows + 1);
  const [columns = [], ...sample] = rows;
  return {
    columns: columns.map((name) => name.trim()),
    sample: sample.map((row) => columns.map((_name, index) => row[index] ?? '')),
  };
}

/** The first records of a text. */
function recordsOf(text: string, separator: string, limit: number): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    record.push(cell);
    cell = '';
  };
  const endRecord = (): void => {
    endCell();
    if (record.some((value) => value !== '')) records.push(record);
    record = [];
  };
  for (let at = 0; at < text.length && records.length < limit; at++) {
    const char = text[at]!;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) endCell();
    else if (char === '\n') endRecord();
    else if (char !== '\r') cell += char;
  }
  if (records.length < limit && (cell !== '' || record.length > 0)) endRecord();
  return records;
}

/** The mapping that the names of the columns suggest: what looks like an address is the email, the rest keeps its name. */
export function guessMapping({ columns, sample }: CsvFile): Mapping {
  const named = columns.findIndex((name) => /^(e-?)?mail( ?address)?$/i.test(name));
  const hasAddresses = (index: number): boolean =>
    sample.filter((row) => row[index]?.includes('@')).length * 2 > sample.length;
  const looks = columns.findIndex((_name, index) => hasAddresses(index));
  const email = named >= 0 ? named : looks;
  return columns.map((name, index) => {
    if (index === email) return 'email';
    if (/^(subscribed|opt-?in|newsletter)$/i.test(name)) return 'subscribed';
    return name === '' ? null : name.replace(/^data\.(?=.)/, '');
  });
}

/** Why a mapping cannot be imported; null when it can. */
export function mappingProblem(mapping: Mapping, columns: readonly string[]): string | null {
  const used = mapping.filter((field) => field !== null && field !== '');
  if (!used.includes('email')) return i18n.t('Choose the column that holds the email address.');
  const twice = used.find((field, index) => used.indexOf(field) !== index);
  if (twice) return i18n.t('Two columns are mapped to {twice}.', { twice });
  const isTwice = (name: string): boolean => columns.indexOf(name) !== columns.lastIndexOf(name);
  const same = columns.find((name, index) => mapping[index] && isTwice(name));
  return same === undefined
    ? null
    : i18n.t('Two columns are named {same}: give one of them another name in the file.', { same });
}

/** The mapping as the API takes it: the field of each named column. A column that is left out is ignored. */
export function apiMapping(mapping: Mapping, columns: readonly string[]): Record<string, string> {
  const fields = columns.flatMap((name, index) => (name === '' ? [] : [[name, targetOf(mapping[index])] as const]));
  return Object.fromEntries(fields);
}

function targetOf(field: string | null | undefined): string {
  if (!field) return 'ignore';
  return field === 'email' || field === 'subscribed' ? field : `data.${field}`;
}
