import type { Controllers, Route, WireClass } from './controllers.ts';
import { Schemas, type Schema } from './schemas.ts';
import { sentences } from './sentences.ts';
import { hasErrorPage, isPage, successes, written } from './written.ts';

/** Schemas of request classes by name, as their validation rules say. */
export type Constraints = Record<string, { properties?: Record<string, Schema>; required?: string[] }>;

/** The rules that code states beside its types. */
export interface Rules {
  constraints: Constraints;
  /** Properties of request classes that may be null, which means the same as leaving them out, by class. */
  nullable: Record<string, string[]>;
  errorCodes: string[];
}

/** Keywords of a rule that narrow what the type of a property says. */
const narrowing = ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'format', 'minItems', 'maxItems', 'enum'];

/** Answers that are no success, by the names of their components. */
const refusals = {
  Unreadable: 'The body, a parameter or the cursor cannot be read.',
  Invalid: 'The request can be read but is wrong; `errors` names every field.',
  Unauthorized: 'No key, a wrong key, or not signed in.',
  Forbidden: 'Not allowed: the role, the state of the project, or a limit.',
  NotFound: 'The project has no such resource.',
  Conflict: 'The state of the resource does not allow this.',
  ChangedMeanwhile: 'The record was changed meanwhile; `current` is the record as it is now.',
  RefusedPage: 'To a browser as a page, else in the envelope of errors.',
  Unavailable: '429 beyond a limit of requests, 503 while a service is unavailable: see `Retry-After`.',
};

const refusal = (name: keyof typeof refusals): Schema => ({ $ref: `#/components/responses/${name}` });

function refusalAnswers(): Record<string, Schema> {
  const envelope = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } };
  const page = { 'text/html': { schema: { type: 'string' } } };
  const answers = Object.entries(refusals).map(([name, description]): [string, Schema] => [
    name,
    { description, content: name === 'RefusedPage' ? { ...envelope, ...page } : envelope },
  ]);
  return Object.fromEntries(answers);
}

/** The fields of a multipart upload, by path: the first one is the file, the others are texts. */
const uploadFields: Record<string, [string, ...string[]]> = {
  '/contacts/import': ['file', 'mapping'],
  '/uploads/image': ['image'],
};

/** Operations that take an `Idempotency-Key`. */
const repeatable = new Set(['/v1/send', '/v1/track']);

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Repeats with the same key and body within 24 hours get the first answer again, and nothing is done twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `updatedAt` of the record that the change was made from, in quotes. When the record was changed since, nothing is changed and the answer is 412 with the record as it is now.',
  schema: { type: 'string', maxLength: 40 },
};

/** The OpenAPI 3.1 description of the HTTP interface. */
export function openapiDocument(
  { program, routes }: Controllers,
  { constraints, nullable, errorCodes }: Rules,
): Schema {
  const unsaid = routes.map(nameOf).filter((name, index) => !routes[index]!.comment && !sentences[name]);
  if (unsaid.length > 0) {
    throw new Error(`no doc comment, and no sentence in tools/openapi/sentences.ts, for:\n  ${unsaid.join('\n  ')}`);
  }
  const requests = new Schemas(program, true);
  const answers = new Schemas(program, false);
  const errorCode = { type: 'string', enum: errorCodes, description: 'A code of docs/errors.md.' };
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    paths[route.path]![route.method] = operationOf(route, { requests, answers, constraints });
  }
  const schemas = {
    ...narrowAll(requests.named, constraints, nullable),
    ...answers.named,
    ErrorEnvelope: errorEnvelope,
    ErrorCode: errorCode,
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waybill',
      version: '1',
      description:
        'The HTTP interface of Waybill, a project-scoped email platform. Every error has the same envelope; docs/errors.md lists its codes.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    paths,
    components: { schemas: sorted(schemas), responses: refusalAnswers(), securitySchemes },
  };
}

const securitySchemes = {
  secretKey: { type: 'http', scheme: 'bearer', description: 'The secret key of the project (`sk_`).' },
  publicKey: { type: 'http', scheme: 'bearer', description: 'The public key of the project (`pk_`).' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'waybill_session',
    description: 'Set by `POST /auth/login`. Calls about a project name it in the header `X-Project-Id`.',
  },
};

interface Sources {
  requests: Schemas;
  answers: Schemas;
  constraints: Constraints;
}

function operationOf(route: Route, { requests, answers, constraints }: Sources): Schema {
  const [summary, ...rest] = sentencesOf(route);
  const parameters = [
    ...route.pathParameters.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(route.query ? queryParameters(route.query, requests, constraints) : []),
    ...(repeatable.has(route.path) ? [idempotencyKey] : []),
    ...(route.isConditional ? [ifMatch] : []),
  ];
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary,
    ...(rest.length > 0 ? { description: rest.join(' ') } : {}),
    security: securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: bodyOf(route, requests.of(route.body.node)) } : {}),
    ...(route.isUpload ? { requestBody: formBody(uploadFields[route.path] ?? ['file']) } : {}),
    responses: responsesOf(route, answers),
  };
}

function responsesOf(route: Route, answers: Schemas): Record<string, Schema> {
  const name = nameOf(route);
  const known = written[name];
  const success = successOf(route, answers);
  const statuses = successes[name] ?? { [String(known?.status ?? route.status)]: success['description'] };
  const responses: Record<string, Schema> = Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [status, { ...success, description }]),
  );
  if (hasErrorPage(name)) return { ...responses, default: refusal('RefusedPage') };
  if (route.body || route.query || route.isUpload) {
    responses['400'] = refusal('Unreadable');
    responses['422'] = refusal('Invalid');
  }
  if (route.access !== 'open') {
    responses['401'] = refusal('Unauthorized');
    responses['403'] = refusal('Forbidden');
  }
  if (route.pathParameters.length > 0 || route.body) responses['404'] = refusal('NotFound');
  if (route.method !== 'get') responses['409'] = refusal('Conflict');
  if (route.isConditional) responses['412'] = refusal('ChangedMeanwhile');
  responses['default'] = refusal('Unavailable');
  return responses;
}

function successOf(route: Route, answers: Schemas): Schema {
  const name = nameOf(route);
  const known = written[name];
  const description = known?.description ?? 'The call succeeded.';
  const content = (types: string[], schema: Schema): Schema =>
    types.length > 0
      ? { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
      : { description };
  if (known) return content(known.types, { type: 'string' });
  if (isPage(name)) return content(['text/html'], { type: 'string' });
  if (!route.answer) return { description };
  const [type] = (route.headers['content-type'] ?? 'application/json').split(';');
  // The description of this interface is the one JSON text that is kept as it is.
  const schema = name === 'GET /openapi.json' ? { type: 'object' } : answers.of(route.answer);
  return content([type!], schema);
}

function securityOf({ access }: Route): Schema[] {
  switch (access) {
    case 'open':
      return [];
    case 'any-key':
      return [{ publicKey: [] }, { secretKey: [] }];
    case 'secret-key':
      return [{ secretKey: [] }];
    case 'project':
    case 'project-path':
    case 'domain':
      return [{ secretKey: [] }, { session: [] }];
    default:
      return [{ session: [] }];
  }
}

/** One parameter per property of the class of a query. */
function queryParameters(query: WireClass, requests: Schemas, constraints: Constraints): Schema[] {
  requests.of(query.node);
  const schema = narrowed(requests.named[query.name] ?? {}, constraints[query.name]);
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const required = new Set((schema['required'] ?? []) as string[]);
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: 'query',
    ...(required.has(name) ? { required: true } : {}),
    ...(description ? { description } : {}),
    ...(property['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema: property,
  }));
}

const bodyOf = ({ isForm }: Route, schema: Schema): Schema => ({
  required: true,
  content: { [isForm ? 'application/x-www-form-urlencoded' : 'application/json']: { schema } },
});

const formBody = ([file, ...texts]: [string, ...string[]]): Schema => {
  const properties = {
    [file]: { type: 'string', format: 'binary' },
    ...Object.fromEntries(texts.map((name) => [name, { type: 'string', maxLength: 65_536 }])),
  };
  const schema = { type: 'object', required: [file], properties };
  return { required: true, content: { 'multipart/form-data': { schema } } };
};

function narrowAll(
  named: Record<string, Schema>,
  constraints: Constraints,
  nullable: Rules['nullable'],
): Record<string, Schema> {
  const entries = Object.entries(named).map(([name, schema]) => {
    return [name, withNull(narrowed(schema, constraints[name]), nullable[name] ?? [])];
  });
  return Object.fromEntries(entries) as Record<string, Schema>;
}

/** Lets properties be null that are not in the type: the rules of the class skip what is null. */
function withNull(schema: Schema, names: string[]): Schema {
  const properties = schema['properties'] as Record<string, Schema> | undefined;
  if (!properties) return schema;
  const entries = Object.entries(properties).map(([name, property]) => {
    return [name, names.includes(name) && !mayBeNull(property) ? orNull(property) : property];
  });
  return { ...schema, properties: Object.fromEntries(entries) as Schema };
}

const mayBeNull = ({ type, anyOf }: Schema): boolean =>
  [type].flat().includes('null') || ((anyOf ?? []) as Schema[]).some(mayBeNull);

function orNull({ description, ...schema }: Schema): Schema {
  const about = description === undefined ? {} : { description };
  const { type, anyOf = [schema] } = schema as { type?: unknown; anyOf?: Schema[] };
  if (typeof type !== 'string') return { anyOf: [...anyOf, { type: 'null' }], ...about };
  const names = schema['enum'] as unknown[] | undefined;
  return { ...schema, type: [type, 'null'], ...(names ? { enum: [...names, null] } : {}), ...about };
}

/** One type, or one type or null: keywords about the type say nothing of null. */
const isPlain = ({ type, enum: names }: Schema): boolean =>
  typeof type === 'string' || (Array.isArray(type) && type.filter((each) => each !== 'null').length === 1 && !names);

/** The schema of a class with what its validation rules add, where a property has one plain type. */
function narrowed(schema: Schema, rules: Constraints[string] | undefined): Schema {
  const properties = schema['properties'] as Record<string, Schema> | undefined;
  if (!properties || !rules?.properties) return schema;
  const entries = Object.entries(properties).map(([name, property]) => {
    const rule = rules.properties?.[name];
    if (!rule || !isPlain(property)) return [name, property];
    const added = narrowing.filter((key) => key in rule && !(key in property)).map((key) => [key, rule[key]]);
    const isWhole = rule['type'] === 'integer' && property['type'] === 'number';
    return [name, { ...property, ...(isWhole ? { type: 'integer' } : {}), ...Object.fromEntries(added) }];
  });
  // A property with a value of its own is declared without a question mark, but its rules let callers leave it out.
  const mayMiss = (name: string): boolean => name in rules.properties! && !rules.required?.includes(name);
  const required = ((schema['required'] ?? []) as string[]).filter((name) => !mayMiss(name));
  const { required: _, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(entries), ...(required.length > 0 ? { required } : {}) };
}

/** The comment of the method in sentences, else the sentence for the route. */
const sentencesOf = (route: Route): string[] =>
  (route.comment || sentences[nameOf(route)] || '').split(/(?<=[.:])\s+(?=[A-Z`])/);

const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

const errorEnvelope: Schema = {
  type: 'object',
  description: 'Every answer that is no success.',
  required: ['success', 'error', 'timestamp'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message', 'statusCode', 'requestId', 'suggestion'],
      properties: {
        code: { $ref: '#/components/schemas/ErrorCode' },
        message: { type: 'string' },
        statusCode: { type: 'integer' },
        requestId: { type: 'string', format: 'uuid' },
        suggestion: { type: 'string' },
        current: { description: 'With CHANGED_MEANWHILE alone: the record as it is now.' },
        errors: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message', 'code'],
            properties: {
              field: { type: 'string', description: 'A dotted path with array indexes: `to.1.email`.' },
              message: { type: 'string' },
              code: { type: 'string' },
            },
          },
        },
      },
    },
    timestamp: { type: 'string', format: 'date-time' },
  },
};
