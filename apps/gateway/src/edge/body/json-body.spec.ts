import type { FastifyRequest } from 'fastify';
import { parseJsonBody } from './json-body';

function parse(text: string): { error: any; body: any } {
  let result: { error: any; body: any } = { error: undefined, body: undefined };
  parseJsonBody({ headers: {} } as FastifyRequest, text, (error, body) => (result = { error, body }));
  return result;
}

const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

describe('a JSON body', () => {
  it('is parsed', () => {
    expect(parse('{"a":[1,"x",null]}')).toEqual({ error: null, body: { a: [1, 'x', null] } });
  });

  it('is none when it is empty', () => {
    expect(parse('')).toEqual({ error: null, body: undefined });
  });

  it.each(['{', '{"a":}', 'undefined', '{"a":1}{'])('is refused with 400 when it is not JSON: %p', (text) => {
    expect(parse(text).error).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each([
    ['{"data":{"__proto__":{"x":1}}}', 'data.__proto__'],
    ['{"data":{"\\u005f_proto__":1}}', 'data.__proto__'],
    ['{"constructor":{"prototype":1}}', 'constructor'],
    ['{"a":[{"prototype":1}]}', 'a.0.prototype'],
  ])('is refused with 422 when a key reaches into prototypes: %s', (text, field) => {
    const { error } = parse(text);
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(error.errors[0].field).toBe(field);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it.each([
    ['{"data":{"name":"a\\u0000b"}}', 'data.name'],
    ['{"subject":"\\ud800"}', 'subject'],
    ['{"a\\u0000":1}', 'a\0'],
  ])('is refused with 422 when Postgres could not keep its text: %s', (text, field) => {
    expect(parse(text).error).toMatchObject({ errors: [{ field, code: 'invalid_string' }] });
  });

  it('may be nested 32 levels deep and no deeper', () => {
    expect(parse(nested(32)).error).toBeNull();
    expect(parse(nested(33)).error).toMatchObject({ code: 'BAD_REQUEST' });
    expect(parse('['.repeat(200_000)).error).toMatchObject({ code: 'BAD_REQUEST' });
    expect(parse('['.repeat(100_000) + ']'.repeat(100_000)).error).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each([
    ['side by side', `[${'[],'.repeat(100)}{}]`],
    ['in a string', JSON.stringify({ a: '['.repeat(100) })],
    ['behind an escaped quote', JSON.stringify({ a: `\\"${'{'.repeat(100)}` })],
    ['behind a quote behind a backslash', `{"a":"\\\\","b":"${'['.repeat(100)}"}`],
  ])('is not nested by brackets %s', (_where, text) => {
    expect(parse(text)).toEqual({ error: null, body: JSON.parse(text) });
  });

  it('is nested behind a string that ends in a backslash', () => {
    const text = `{"a":"\\\\","b":${'['.repeat(40)}${']'.repeat(40)}}`;
    expect(JSON.parse(text).a).toBe('\\');
    expect(parse(text).error).toMatchObject({ message: 'The body is nested deeper than 32 levels' });
  });
});
