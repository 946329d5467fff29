import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Person } from '../person';
import { resourcesOf } from '../resources';
import { routeCases, type Resource, type RouteCase } from '../route-table';
import { oddRequests, type Description, type OddRequest } from './odd-requests';

/** Requests under way at once. */
const atOnce = 8;
/** Not asked: streams, pages and files, what other tests of the same system read, and what ends the caller's own project. */
const left = ['/live', '/mailbox', '/docs', '/app', '/reset', '/regenerate-keys'];

jest.setTimeout(600_000);

let system: System;
let person: Person;
let project: { id: string; secret: string };
let ids: Record<Resource, string>;

beforeAll(async () => {
  system = await System.shared();
  person = await new Person(system.client()).settle();
  project = await person.createProject();
  ids = await resourcesOf(system, { projectId: project.id, secretKey: project.secret });
});
afterAll(() => system?.stop());

/** The client throws when an answer is not what the document says. */
it('no odd value in any place of any request is answered with an error of the server', async () => {
  const text = readFileSync(join(__dirname, '../../../../docs/openapi.json'), 'utf8');
  const all = oddRequests(JSON.parse(text) as Description, (operation) => caseOf(operation).body);
  const requests = all.filter(({ path }) => !left.some((part) => path.includes(part)));
  expect(requests.length).toBeGreaterThan(5_000);
  const wrong: string[] = [];
  const next = requests.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const request of next) {
        const said = await statusOf(request).catch(String);
        if (typeof said === 'string' || said >= 500) wrong.push(`${request.operation}, ${request.odd}: ${said}`);
      }
    }),
  );
  expect(wrong).toEqual([]);
});

const caseOf = (operation: string): RouteCase => routeCases[operation.replace(/\{(\w+)\}/g, ':$1')] ?? {};

/** A machine that has too much to do may refuse a request for a while: it is asked again. */
function statusOf(request: OddRequest): Promise<number> {
  const { operation, method, path, body } = request;
  const { slots = {} } = caseOf(operation);
  const address = path.replace(/\{(\w+)\}/g, (_text, slot: string) => ids[slots[slot] ?? 'message']);
  return eventually(`${operation} is answered`, async () => {
    const { status } = await system.client().call(method, address, body, credentialsOf(request));
    return status === 503 ? null : status;
  });
}

function credentialsOf({ credentials }: OddRequest): Record<string, string> {
  if (credentials.includes('secretKey')) return { authorization: `Bearer ${project.secret}` };
  return credentials.includes('session') ? { cookie: person.cookie, 'sec-fetch-site': 'same-origin' } : {};
}
