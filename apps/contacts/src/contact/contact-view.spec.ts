import { keyOf, viewJson } from './contact-view';

const id = '018bcff4-aa3f-717d-8d26-6308eb56ddc8';
const line = (createdAt: string, email = '"a@b.example"', data = '{"note": "tab\\t, line\\n, \\"quote\\""}') =>
  [id, email, 't', data, createdAt, '2026-01-02 03:04:05.678999'].join('\t');

it('makes of a line what the wire has, whatever its texts hold', () => {
  expect(JSON.parse(viewJson(line('2026-01-02 03:04:05.1')))).toEqual({
    ...{ id: `cnt_${id}`, email: 'a@b.example', subscribed: true, data: { note: 'tab\t, line\n, "quote"' } },
    ...{ createdAt: '2026-01-02T03:04:05.100Z', updatedAt: '2026-01-02T03:04:05.678Z' },
  });
});

test.each([
  ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02 03:04:05.000001', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02 03:04:05.12', '2026-01-02T03:04:05.120Z'],
])('writes %s with milliseconds', (stored, wire) => {
  expect(JSON.parse(viewJson(line(stored))).createdAt).toBe(wire);
});

it('tells the key of the list', () => {
  expect(keyOf(line('2026-01-02 03:04:05'), 'createdAt')).toBe(id);
  expect(keyOf(line('2026-01-02 03:04:05', '"o\\"x@b.example"'), 'email')).toBe('o"x@b.example');
});
