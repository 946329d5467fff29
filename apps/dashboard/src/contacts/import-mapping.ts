/** A file of contacts as it is read in the browser, for the mapping of its columns. */
export interface CsvFile {
  columns: string[];
  /** The first rows, as many cells as there are columns. */
  sample: string[][];
  separator: string;
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
    separator,
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
    return name === '' ? null : name;
  });
}

/** Why a mapping cannot be imported; null when it can. */
export function mappingProblem(mapping: Mapping): string | null {
  const used = mapping.filter((field) => field !== null && field !== '');
  if (!used.includes('email')) return 'Choose the column that holds the email address.';
  const twice = used.find((field, index) => used.indexOf(field) !== index);
  return twice ? `Two columns are mapped to ${twice}.` : null;
}

/** The file with the mapped names as its head; a column that is left out gets an empty name, which the import skips. */
export function withMapping(text: string, file: CsvFile, mapping: Mapping): string {
  const clean = text.replace(/^\ufeff/, '');
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
  const head = mapping.map((field) => (field ? quoted(field) : '')).join(file.separator);
  return `${head}\n${clean.slice(endOfHead(clean))}`;
}

/** Where the rows begin: behind the first line break that stands in no quotes. */
function endOfHead(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === '\n' && !isQuoted) return at + 1;
  }
  return text.length;
}
