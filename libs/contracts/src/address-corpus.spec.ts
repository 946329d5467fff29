import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAddress } from './address';

/**
 * The address corpus of isemail (BSD-3, libs/testing/corpus/isemail). Every case whose category is not an error and that
 * the parser refuses is named here with the reason; docs/addresses.md says the same to the reader.
 */
const deviations: { reason: string; ids: number[] }[] = [
  { reason: 'a domain of one label', ids: [5, 166] },
  { reason: 'a last label that is a number', ids: [23, 24] },
  { reason: 'a part that is too long', ids: [26, 28, 39, 40, 41, 96, 97, 98] },
  { reason: 'a quoted local part', ids: [42, 43, 45, 46, 48, 54, 55, 56, 58, 59, 60, 124, 125, 134, 138, 139] },
  {
    reason: 'an address literal',
    ids: [
      61, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 95, 112, 115, 116,
      117, 120, 121, 159,
    ],
  },
  { reason: 'white space inside, or a line break', ids: [85, 86, 87, 88, 89, 144, 148, 149, 153] },
  { reason: 'a comment', ids: [90, 92, 93, 126, 140, 165] },
  { reason: 'a domain that is no host name', ids: [161] },
];

interface Case {
  id: number;
  address: string;
  category: string;
}

const root = join(__dirname, '../../..');
const cases = readCases(readFileSync(join(root, 'libs/testing/corpus/isemail/tests.xml'), 'utf8'));

describe('the isemail corpus', () => {
  it('is read completely', () => {
    expect(cases).toHaveLength(164);
  });

  it('has no invalid address that the parser accepts', () => {
    const errors = cases.filter(({ category }) => category === 'ISEMAIL_ERR');
    expect(errors).toHaveLength(66);
    expect(errors.filter(({ address }) => parseAddress(address) !== null)).toEqual([]);
  });

  it('has no valid address that the parser refuses without a written reason', () => {
    const refused = cases.filter(({ category, address }) => category !== 'ISEMAIL_ERR' && !parseAddress(address));
    expect(refused.map(({ id }) => id)).toEqual(deviations.flatMap(({ ids }) => ids).sort((a, b) => a - b));
  });

  it.each(deviations)('has its deviations in docs/addresses.md: $reason', ({ reason, ids }) => {
    const page = readFileSync(join(root, 'docs/addresses.md'), 'utf8');
    const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const row = rows.find((cells) => cells[1]?.toLowerCase() === reason);
    expect(row?.[3]?.match(/\d+/g)?.map(Number)).toEqual(ids);
  });
});

function readCases(xml: string): Case[] {
  return [...xml.matchAll(/<test id="(\d+)">([\s\S]*?)<\/test>/g)].map(([, id, test]) => ({
    id: Number(id),
    address: decode(/<address>([\s\S]*?)<\/address>/.exec(test!)?.[1] ?? ''),
    category: /<category>(\w+)</.exec(test!)![1]!,
  }));
}

/** XML entities; the corpus writes a control character as the picture of it (U+2400 and its code). */
function decode(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_, hex, decimal, name) =>
      name ? named[name]! : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400))
    .replaceAll('\u2421', '\x7f');
}
