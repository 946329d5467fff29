import { readHeader } from './csv-header';
import { checkLines, csvRows, headerCells } from './csv-reader';

const rows = async (csv: string): Promise<string[][]> => {
  const found: string[][] = [];
  for await (const records of csvRows(csv)) found.push(...records.map(({ cells }) => cells));
  return found;
};

describe('a CSV file', () => {
  it('may begin with a byte order mark', () =>
    expect(headerCells('\ufeffemail,plan\na@x.example,1')).toEqual(['email', 'plan']));

  test.each(['\n', '\r\n', '\r'])('has lines that end with %j', async (end) => {
    expect(await rows(['email,plan', 'a@x.example,gold', 'b@x.example,'].join(end))).toEqual([
      ['a@x.example', 'gold'],
      ['b@x.example', ''],
    ]);
  });

  it('has values with commas, quotes and line breaks between quotes', async () => {
    const csv = 'email,note\na@x.example,"one, ""two""\nthree"\nb@x.example,x\n';
    expect(await rows(csv)).toEqual([
      ['a@x.example', 'one, "two"\nthree'],
      ['b@x.example', 'x'],
    ]);
  });

  it('counts rows and lines apart', async () => {
    const found = [];
    for await (const records of csvRows('email,note\na@x.example,"1\n2"\n\nb@x.example,x\n')) found.push(...records);
    expect(found.map(({ row }) => row)).toEqual([2, 3]);
    expect(found.map(({ line }) => line)).toEqual([3, 5]);
  });

  it('may be separated by semicolons or tabs', async () => {
    expect(await rows('email;plan\na@x.example;1,5')).toEqual([['a@x.example', '1,5']]);
    expect(await rows('email\tplan\na@x.example\tgold')).toEqual([['a@x.example', 'gold']]);
  });

  it('keeps letters that are cut by a slice of the reader', async () => {
    const csv = `email,note\n${Array.from({ length: 4_000 }, (_, n) => `p${n}@x.example,${'ä€🧀'.repeat(3)}`).join('\n')}`;
    const found = await rows(csv);
    expect(found).toHaveLength(4_000);
    expect(new Set(found.map(([, note]) => note))).toEqual(new Set(['ä€🧀'.repeat(3)]));
  });
});

describe('a file made to hurt', () => {
  const quoted = (lines: number) => `email,note\na@x.example,"${'x\n'.repeat(lines)}"`;

  test.each([
    ['a field of 300 KB', quoted(150_000), /128 KB/],
    ['a quote that is never closed', 'email\na@x.example\n"b@x.example\n', /never closed/],
  ])('%s is an error that names the place', async (_what, csv, message) => {
    const problem = expect.objectContaining({ field: 'file', message: expect.stringMatching(message) });
    await expect(rows(csv)).rejects.toMatchObject({ errors: [problem] });
  });

  test.each([
    ['one field of 5 MB', `email,note\na@x.example,"${'x'.repeat(5_000_000)}"`],
    ['a million columns', `email,note\na@x.example${','.repeat(1_000_000)}`],
    ['a header of a million columns', ','.repeat(1_000_000)],
    ['a header field of 200 KB', `"${'x'.repeat(200_000)}"`],
    ['a header of three hundred columns', `email${',x'.repeat(300)}`],
    ['nothing', ''],
    ['only empty lines', '\n\n'],
  ])('%s is refused before a job is made', (_what, csv) => {
    const read = () => {
      checkLines(csv);
      readHeader(headerCells(csv));
    };
    expect(read).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  });
});
