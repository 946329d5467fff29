import 'reflect-metadata';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { bodyCases, type BodyCase, type Schema } from './request-cases.fixture';
import { valid } from './valid';

const root = join(__dirname, '../../../..');
const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
const contracts = globSync('libs/contracts/src/**/*.ts', { cwd: root }).filter((file) => !/\.spec\.ts$/.test(file));
const classes = Object.assign({}, ...contracts.map((file) => jest.requireActual<object>(join(root, file)))) as Record<
  string,
  Type<object>
>;

/** Codes of a field whose type, length, range or choice is wrong; other codes are about the meaning of a value. */
const isStructural = (code: string): boolean =>
  ['required', 'invalid_type', 'too_small', 'too_big', 'invalid_enum'].includes(code);

/** Cases whose rule depends on another field, or is one of our own, which a schema made from types and rules does not hold. */
const beyondSchemas = [
  'AddDomain projectId=null',
  'BulkRequest filter=null',
  'CreateWorkflow eventName=null',
  'Send to=[]',
  'Track event=""',
];

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'openapi', components: document.components });
const schemas = document.components.schemas as Record<string, Schema>;
/** The bodies of routes that a secret key may call. */
const types = Object.values<Record<string, any>>(document.paths)
  .flatMap((operations) => Object.values(operations))
  .filter(({ security }) => security.some((scheme: object) => 'secretKey' in scheme))
  .map(({ requestBody }) => String(requestBody?.content['application/json']?.schema.$ref).split('/').pop()!)
  .filter((name) => name in classes);

const validators = new Map<string, ValidateFunction>();

function documentAllows({ type, body }: BodyCase): boolean {
  const validate = validators.get(type) ?? ajv.compile({ $ref: `openapi#/components/schemas/${type}` });
  validators.set(type, validate);
  return validate(body) as boolean;
}

/** Codes of the field with which the rules of the class refuse the request; null when they take it. */
function refusalOf({ type, body, field }: BodyCase): string[] | null {
  try {
    valid(classes[type]!).transform(structuredClone(body), { type: 'body' });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.errors ?? []).filter((each) => each.field.split('.')[0] === field).map(({ code }) => code);
  }
}

it('a body is refused for its form where docs/openapi.json refuses it, and nowhere else but in known cases', () => {
  const cases = [...new Set(types)].flatMap((type) => bodyCases(type, schemas));
  expect(cases.length).toBeGreaterThan(1000);
  const wrong = cases.flatMap((each) => {
    const name = `${each.type} ${each.field}=${JSON.stringify(each.value)?.slice(0, 40)}`;
    const codes = refusalOf(each);
    const isRefused = codes !== null && (documentAllows(each) ? codes.some(isStructural) : codes.length > 0);
    return isRefused === documentAllows(each) ? [name] : [];
  });
  expect([...new Set(wrong)].sort()).toEqual(beyondSchemas);
});
