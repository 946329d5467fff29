import { causedId, idFloor, idTime } from './ids';

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
