import { after, bar, printable, table } from './table';

it('a table aligns its columns and pads nothing at the end of a line', () => {
  expect(
    table([
      ['a', 1, 'x'],
      ['long', null, ''],
    ]),
  ).toEqual(['a     1  x', 'long']);
});

it('a cell cannot move the cursor, set the title or turn the direction of what is read', () => {
  expect(printable('a\u001b[2Jb\r\nc\u202ed')).toBe('a [2Jb c d');
});

it('a time after another is told in seconds, minutes or hours', () => {
  const from = '2025-01-01T00:00:00.000Z';
  expect(after(from, '2025-01-01T00:00:01.240Z')).toBe('+1.2 s');
  expect(after(from, '2025-01-01T00:03:00.000Z')).toBe('+3.0 min');
  expect(after(from, '2025-01-02T00:00:00.000Z')).toBe('+24.0 h');
  expect(after(from, 'soon')).toBe('');
});

it('a progress bar stays in its frame', () => {
  expect(bar(50, 4)).toBe('[##  ]  50 %');
  expect(bar(150, 4)).toBe('[####] 150 %');
});
