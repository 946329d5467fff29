import { AnswerCheck } from '../../answer-check.cjs';

const json = (schema: object): object => ({ description: 'd', content: { 'application/json': { schema } } });
const named = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
  additionalProperties: false,
};

const check = new AnswerCheck({
  paths: {
    '/things/{id}': {
      get: {
        responses: {
          200: json({ $ref: '#/components/schemas/Thing' }),
          default: { $ref: '#/components/responses/Refused' },
        },
      },
      delete: { responses: { 204: { description: 'd' }, default: { $ref: '#/components/responses/Refused' } } },
    },
    '/page/*': {
      get: { responses: { 200: { description: 'd', content: { 'text/html': { schema: { type: 'string' } } } } } },
    },
    '/page/things/{id}': {
      delete: { responses: { 204: { description: 'd' } } },
      get: { responses: { 200: json(named) } },
    },
    '/things/all': {
      get: { responses: { 200: { description: 'd', content: { 'text/html': { schema: { type: 'string' } } } } } },
    },
  },
  components: {
    schemas: { Thing: named, ErrorEnvelope: { type: 'object', required: ['error'] } },
    responses: { Refused: json({ $ref: '#/components/schemas/ErrorEnvelope' }) },
  },
});

const answer = {
  method: 'GET',
  url: '/things/1?x=y',
  status: 200,
  type: 'application/json; charset=utf-8',
  text: '{"name":"a"}',
};

it.each([
  ['a described answer', answer],
  ['an answer without a body', { ...answer, method: 'DELETE', status: 204, type: null, text: '' }],
  ['a refusal by the default', { ...answer, status: 503, text: '{"error":{}}' }],
  [
    'a page, at a path that another route with a parameter would match too',
    { ...answer, url: '/things/all', type: 'text/html', text: '<p>' },
  ],
  ['a route below the path of a page', { ...answer, url: '/page/things/1' }],
  ['a page below a path', { ...answer, url: '/page/a/b', type: 'text/html', text: '<p>' }],
  ['the envelope of a route that does not exist', { ...answer, url: '/none', status: 404, text: '{"error":{}}' }],
  ['another spelling of a path', { ...answer, url: '//things//1/' }],
  ['an answer to HEAD', { ...answer, method: 'HEAD', text: '' }],
])('%s is taken', (_name, given) => {
  expect(check.errors(given)).toEqual([]);
});

it.each([
  ['a field that is missing', { ...answer, text: '{}' }, "must have required property 'name'"],
  [
    'a field that is not described',
    { ...answer, text: '{"name":"a","key":"k"}' },
    'must NOT have additional properties',
  ],
  ['a field of another type', { ...answer, text: '{"name":1}' }, '/name must be string'],
  ['a status that is not described', { ...answer, status: 201 }, 'the status is not described'],
  [
    'a body that is not described',
    { ...answer, method: 'DELETE', status: 204 },
    'a body of type application/json is not described',
  ],
  ['a body that is missing', { ...answer, text: '' }, 'the body is missing'],
  ['another type of body', { ...answer, type: 'text/plain' }, 'a body of type text/plain is not described'],
  ['a refusal without its envelope', { ...answer, status: 500, text: '{}' }, "must have required property 'error'"],
  ['a success of a route that is not described', { ...answer, url: '/none' }, 'of a route that is not described'],
])('%s is told', (_name, given, expected) => {
  expect(check.errors(given)).toEqual([expect.stringContaining(expected)]);
});
