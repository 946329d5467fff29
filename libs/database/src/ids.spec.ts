import { causedId, idFloor, idSpan, idTime } from './ids';

describe('an id of a moment and a cause', () => {
  const at = new Date('2026-02-03T04:05:06.789Z');

  it('is the same UUIDv7 for the same, and another for anything else', () => {
    const id = causedId(at, 'inbound', 'a', 'b');
    expect(causedId(new Date(at), 'inbound', 'a', 'b')).toBe(id);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const others = [
      causedId(at, 'inbound', 'ab', ''),
      causedId(at, 'inbound', 'a', 'c'),
      causedId(new Date(), 'inbound', 'a', 'b'),
    ];
    expect(new Set([id, ...others]).size).toBe(4);
  });

  it('lies in its moment', () => {
    expect(idTime(causedId(at, 'x'))).toEqual(at);
    expect(causedId(at, 'x') > idFloor(at)).toBe(true);
  });
});

it('the span of ids is from the least to the greatest, whatever is empty and however they are written', () => {
  const [a, b, c] = ['01a', '01b', '01c'].map((start) => `${start}00000-0000-7000-8000-000000000000`) as [
    string,
    string,
    string,
  ];
  expect(idSpan([b, null, c.toUpperCase(), a])).toEqual([a, c]);
  expect(idSpan([b])).toEqual([b, b]);
  expect(idSpan([null])).toEqual([null, null]);
});
