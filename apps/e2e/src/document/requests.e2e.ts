import { randomUUID } from 'node:crypto';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { ApiAnswer } from '@waybill/testing/api-client';
import { System } from '@waybill/testing/system';
import { Customer } from '../customer';
import { requestCases, type RequestCase } from './request-cases';

/** Requests at once. */
const concurrency = 8;
/** Codes of a field whose type, length, range or choice is wrong; other codes are about what the value means. */
const structural = ['required', 'invalid_type', 'too_small', 'too_big', 'invalid_enum'];

let system: System;
let customer: Customer;
let document: any;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
  document = (await system.client().get('/openapi.json')).body;
});
afterAll(() => system?.stop());

function call({ method, path, field, value, body }: RequestCase): Promise<ApiAnswer> {
  const { projectId } = customer.project;
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => (name === 'projectId' ? projectId : randomUUID()));
  const query = body ? '' : `?${field}=${encodeURIComponent(String(value))}`;
  return customer.secret.call(method.toUpperCase(), filled + query, body && JSON.stringify(body));
}

it('a request is refused for its form where docs/openapi.json refuses it, and nowhere else', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', components: document.components });
  const known = new Map<object, ValidateFunction>();
  const allows = ({ schema, judged }: RequestCase): boolean => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
    const validate = known.get(schema) ?? ajv.compile(JSON.parse(text) as object);
    known.set(schema, validate);
    return validate(judged) as boolean;
  };
  const cases = requestCases(document);
  expect(cases.length).toBeGreaterThan(1000);
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    for (let each = cases.pop(); each; each = cases.pop()) {
      const answer = await call(each).catch((error: Error) => error);
      if (answer instanceof Error) {
        wrong.push(answer.message);
        continue;
      }
      const { status, body } = answer;
      const codes = ((body?.error?.errors ?? []) as { field: string; code: string }[])
        .filter(({ field }) => field.split('.')[0] === each.field)
        .map(({ code }) => code);
      const shown = JSON.stringify(each.value)?.slice(0, 40);
      const name = `${each.method} ${each.path} ${each.field}=${shown}: ${status} ${body?.error?.code ?? ''} ${codes.join()}`;
      if (status >= 500) wrong.push(`${name}: an error of the server`);
      else if (!allows(each) && (status < 400 || (status !== 400 && codes.length === 0)))
        wrong.push(`${name}: only the document refuses it`);
      else if (allows(each) && codes.some((code) => structural.includes(code)))
        wrong.push(`${name}: only the service refuses it`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  expect(wrong.sort()).toEqual([]);
});
