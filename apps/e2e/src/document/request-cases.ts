import { randomUUID } from 'node:crypto';

type Schema = Record<string, any>;

/** A request that differs from a right one in one field. */
export interface RequestCase {
  method: string;
  /** With `{name}` for parameters. */
  path: string;
  /** The field that is tried: a property of the body or a query parameter. */
  field: string;
  value: unknown;
  body?: Record<string, unknown>;
  /** The schema that decides whether the document allows the request, and the value that it is asked about. */
  schema: Schema;
  judged: unknown;
}

/** Values that are tried for every field, whatever its type is. */
const everyValue: unknown[] = [null, true, 0, -1, 1.5, '', 'x', 'line\nend', [], [1], {}];
/** Longer texts and lists cost more than they tell. */
const longest = 10_000;

/** Requests of one secret key for every operation of the document: each field with values that fit its schema and that do not. */
export function requestCases(document: Schema): RequestCase[] {
  const cases: RequestCase[] = [];
  const named = (schema: Schema): Schema =>
    schema['$ref'] ? document['components'].schemas[schema['$ref'].split('/').pop()] : schema;
  for (const [path, operations] of Object.entries<Schema>(document['paths'])) {
    for (const [method, operation] of Object.entries<Schema>(operations)) {
      if (!operation['security'].some((scheme: object) => 'secretKey' in scheme)) continue;
      const schema = operation['requestBody']?.content['application/json']?.schema;
      if (schema) cases.push(...bodyCases({ method, path }, named(schema), named));
      const queries = (operation['parameters'] ?? []).filter((parameter: Schema) => parameter['in'] === 'query');
      for (const { name, schema: of } of queries) cases.push(...queryCases({ method, path }, name, of, named));
    }
  }
  return cases;
}

type Place = Pick<RequestCase, 'method' | 'path'>;
type Named = (schema: Schema) => Schema;

function bodyCases(place: Place, schema: Schema, named: Named): RequestCase[] {
  const properties = Object.entries<Schema>(schema['properties'] ?? {});
  const required: string[] = schema['required'] ?? [];
  const right = (): Record<string, unknown> =>
    Object.fromEntries(
      properties.filter(([name]) => required.includes(name)).map(([name, of]) => [name, rightValue(name, of, named)]),
    );
  const tried = properties.flatMap(([field, of]) =>
    [...everyValue, ...valuesAtLimits(named(of))].map((value) => ({
      field,
      value,
      body: { ...right(), [field]: value },
    })),
  );
  const missing = required.map((field) => {
    const { [field]: _, ...body } = right();
    return { field, value: undefined, body };
  });
  return [...tried, ...missing].map((each) => ({ ...place, ...each, schema, judged: each.body }));
}

function queryCases(place: Place, field: string, schema: Schema, named: Named): RequestCase[] {
  // A cursor is opaque: its content is no matter of a schema.
  if (field === 'cursor') return [];
  const texts = ['', 'x', '0', '-1', '1.5', '1', 'true', ...valuesAtLimits(named(schema)).map(String)];
  return texts.map((value) => ({ ...place, field, value, schema, judged: readQuery(value, named(schema)) }));
}

/** The value that a text of a query means for a type. */
function readQuery(text: string, { type }: Schema): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return type === 'array' ? text.split(',') : text;
}

/** The last value that a limit allows and the first that it does not. */
function valuesAtLimits(schema: Schema): unknown[] {
  const { maxLength, minimum, maximum, maxItems, enum: names } = schema;
  return [
    ...(maxLength <= longest ? ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)] : []),
    ...(minimum === undefined ? [] : [minimum, minimum - 1]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1]),
    ...(maxItems <= 1000 ? [Array(maxItems + 1).fill('x')] : []),
    ...(names ? [...names, 'NONE_OF_THEM'] : []),
  ];
}

/** A value that a field takes. */
function rightValue(name: string, schema: Schema, named: Named): unknown {
  const { type, anyOf, enum: names, const: only, format, items } = named(schema);
  if (only !== undefined) return only;
  if (names) return names[0];
  if (/email$/i.test(name) || name === 'to') return 'ada@person.example';
  if (anyOf) return rightValue(name, anyOf[0], named);
  if (format === 'uuid') return randomUUID();
  if (type === 'array') return [rightValue(name.replace(/s$/, ''), items, named)];
  if (type === 'object') return {};
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? 1 : 'x';
}
