/** The part of the API description that is read here. */
export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  security: Record<string, unknown>[];
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
}

/** One request: a known operation with one thing in it that its author did not think of. */
export interface OddRequest {
  operation: string;
  method: string;
  /** With `{name}` for each of the path's parameters that is as it should be. */
  path: string;
  body?: string;
  /** What is odd, for the message of a failed test. */
  odd: string;
  /** The credentials that the operation asks for; none where it is open. */
  credentials: string[];
}

const texts = [
  ...['', ' ', 'a\0b', '\ud800', '%s', "'", '{{', '{{a.b.c.d}}', '../..', '-1', '1e400', 'a@b', 'a'.repeat(9_000)],
  ...['2026-02-30', '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00.001Z'],
];
const many = Array.from({ length: 1_200 }, () => 'x');
const deep = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner], 'deep');
const values: unknown[] = [
  ...[null, true, {}, [], [null], [[]], [{}], { length: 1 }, { a: { b: {} } }, { '': '' }, { 'a\0': 1 }, many, deep],
  ...[-1, 0, 0.5, 1e308, 2 ** 31, 2 ** 53],
  ...texts,
];
/** `__proto__` as a key is only to be had in text. */
const proto = '{"__proto__":{"a":1},"constructor":{"prototype":{}}}';

const inPath = [
  '%00',
  '%',
  '%ff',
  '%2e%2e%2f',
  'x',
  '0',
  '00000000-0000-0000-0000-000000000000',
  '%F0%9F%92%A9',
  'a'.repeat(3_000),
];
const inQuery = [
  ...[
    '',
    '%00',
    '%',
    '%ff',
    '-1',
    '0',
    '1e9',
    'NaN',
    '99999999999999999999',
    'x',
    '[]',
    '{}',
    '{"logic":"AND"}',
    '%ED%A0%80',
  ],
  ...['2026-13-01', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', 'bnVsbA', 'a'.repeat(3_000)],
];

/** Every operation of the description with each odd value in each of its places, one at a time. `bodyOf` answers a valid body. */
export function oddRequests(description: Description, bodyOf: (operation: string) => unknown): OddRequest[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, operation]) => {
      const method = name.toUpperCase();
      const base = {
        operation: `${method} ${path}`,
        method,
        path,
        credentials: operation.security.flatMap((each) => Object.keys(each)),
      };
      const valid = bodyOf(base.operation);
      const body = valid === undefined || method === 'GET' ? undefined : JSON.stringify(valid);
      return [
        ...oddPaths(path).map((odd) => ({ ...base, path: odd, body, odd: odd.slice(0, 200) })),
        ...oddQueries(operation).map((odd) => ({ ...base, path: `${path}?${odd}`, body, odd: odd.slice(0, 200) })),
        ...oddBodies(description, operation, valid).map((odd) => ({ ...base, body: odd, odd: odd.slice(0, 200) })),
      ];
    }),
  );
}

function oddPaths(path: string): string[] {
  const places = [...path.matchAll(/\{\w+\}/g)].map(([place]) => place);
  return places.flatMap((place) => inPath.map((odd) => path.replace(place, () => odd)));
}

function oddQueries({ parameters = [] }: Operation): string[] {
  const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  return names.flatMap((name) => [
    ...inQuery.map((odd) => `${name}=${odd}`),
    ...[`${name}=a&${name}=b`, `${name}[]=a`, `${name}[a]=b`],
  ]);
}

function oddBodies(description: Description, { requestBody }: Operation, valid: unknown): string[] {
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema) return [];
  const whole = ['', '{', 'null', '[]', '1', '"x"', '\ufeff{}', '{"a":1e999}', proto, JSON.stringify({ a: '\ud800' })];
  const places = placesOf(description, schema, 3);
  return [
    ...whole,
    ...places.flatMap((place) => values.map((value) => JSON.stringify(withValue(valid ?? {}, place, value)))),
  ];
}

/** The properties of a body, and those within them, as paths. */
function placesOf(description: Description, schema: Schema, depth: number): string[][] {
  const known = schema.$ref ? description.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
  if (depth === 0) return [];
  const inner = known.items ? { 0: known.items } : (known.properties ?? {});
  return Object.entries(inner).flatMap(([name, each]) => [
    [name],
    ...placesOf(description, each, depth - 1).map((place) => [name, ...place]),
  ]);
}

function withValue(given: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (name === '0') return [withValue(Array.isArray(given) ? given[0] : undefined, rest, value)];
  const known = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
  return { ...known, [name]: withValue((known as Record<string, unknown>)[name], rest, value) };
}
