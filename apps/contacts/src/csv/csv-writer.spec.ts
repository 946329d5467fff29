import { csvRows } from './csv-reader';
import { readValue } from './csv-row';
import { csvLine } from './csv-writer';

describe('a row of a file', () => {
  test.each([
    [['a@x.example', true, 5, -1.5, null, undefined], 'a@x.example,true,5,-1.5,,'],
    [['a, b', 'say "hi"', 'two\nlines', ' spaced '], '"a, b","say ""hi""","two\nlines"," spaced "'],
    [[['a', 'b'], { c: 1 }], '"[""a"",""b""]","{""c"":1}"'],
    [['=1+1', '+49 30', '-5', '@SUM(A1)', '\tx'], `'=1+1,'+49 30,'-5,'@SUM(A1),'\tx`],
    [['\n=1', '\r=1', '＝1', '＋1', '－1', '＠A1'], `"'\n=1","'\r=1",'＝1,'＋1,'－1,'＠A1`],
  ])('%j is written as %s', (values, line) => expect(csvLine(values)).toBe(`${line}\r\n`));

  it('is read by an import as the texts and numbers that were written', async () => {
    const values = ['=1+1', '+49 30', '-5', '\n=1', '＝1', "'quoted", 'a "b", c', 12.5, true, '007'];
    const file = csvLine(values.map((_value, n) => `c${n}`)) + csvLine(values);
    const cells: string[][] = [];
    for await (const rows of csvRows(file)) cells.push(...rows.map((row) => row.cells));
    expect(cells).toHaveLength(1);
    expect(cells[0]!.map(readValue)).toEqual(values);
  });
});
