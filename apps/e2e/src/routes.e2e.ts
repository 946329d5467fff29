import { runServiceCommand } from '@waybill/testing/process/service-process';
import { System, type TestProject } from '@waybill/testing/system';
import { eventually } from '@waybill/testing/eventually';
import { Person } from './person';
import { resourcesOf } from './resources';
import { routeCases, type Resource, type RouteCase } from './route-table';
import { contactsOf1970, openSums } from './rows/contacts';
import { stateOfProject } from './rows/tables';

interface Route {
  method: string;
  path: string;
  access: string | null;
  fields: string[];
}

/** Rules under which no API key is of any use. */
const personal = ['session', 'verified-session', 'member'];
const named = (route: Route): string => `${route.method} ${route.path}`;

describe('every route of the router', () => {
  let system: System;
  let routes: Route[];
  let owner: Person;
  let mine: { id: string; public: string; secret: string };
  let theirs: TestProject;
  let foreign: Record<Resource, string>;
  let own: Record<Resource, string>;

  const caseOf = (route: Route): RouteCase => routeCases[named(route)] ?? {};
  const closed = (): Route[] => routes.filter((route) => route.access !== 'open');

  beforeAll(async () => {
    system = await System.shared();
    const place = { databaseUrl: system.database.url, natsUrl: system.nats.url };
    routes = JSON.parse(await runServiceCommand({ service: 'gateway', ...place }, 'routes')) as Route[];
    owner = await new Person(system.client()).settle();
    mine = await owner.createProject();
    theirs = await system.createProject();
    own = await resourcesOf(system, { projectId: mine.id, secretKey: mine.secret });
    foreign = await resourcesOf(system, theirs);
  });
  afterAll(() => system.stop());

  const pathWith = (route: Route, ids: (slot: string, resource: Resource) => string): string =>
    route.path.replace(/:(\w+)/g, (_text, slot: string) => ids(slot, caseOf(route).slots?.[slot] ?? 'message'));
  const call = (route: Route, path: string, headers: Record<string, string>) => {
    const { body } = caseOf(route);
    return system.client().call(route.method, path, body === undefined ? undefined : JSON.stringify(body), headers);
  };

  /** Everything that any table holds of the foreign project, once nothing changes it any more. */
  async function theirsAtRest(): Promise<string> {
    const seen: string[] = [];
    await eventually('the foreign project is at rest', async () => {
      // What is still to be added up would be, sooner or later, and is no change that a caller made.
      if ((await openSums(system, theirs.projectId)) > 0) return false;
      seen.push(await stateOfProject(system, theirs.projectId));
      return seen.length >= 10 && new Set(seen.slice(-10)).size === 1;
    });
    return seen.at(-1) as string;
  }

  const done = (path: string) =>
    eventually(`${path} is done`, async () => {
      const { body } = await system.client(mine.secret).get(path);
      return body.state === 'completed' || body.state === 'failed';
    });

  it('has a line in the table of this suite, and the table has no other', () => {
    expect(routes.map(named).sort()).toEqual(Object.keys(routeCases).sort());
    for (const route of routes) {
      expect([named(route), route.access === 'open']).toEqual([named(route), caseOf(route).open !== undefined]);
      const slots = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
      const { slots: ids = {}, names = [] } = caseOf(route);
      if (route.access !== 'open') expect([...Object.keys(ids), ...names]).toEqual(slots);
      const naming = route.fields.filter((field) => /\.(template|\w*ids?)$/i.test(field));
      if (route.access !== 'open')
        expect([named(route), naming]).toEqual([named(route), Object.keys(caseOf(route).ids ?? {})]);
    }
    expect(routes.flatMap(({ fields }) => fields).length).toBeGreaterThan(50);
  });

  it('answers 401 to a caller without credentials, or with wrong ones', async () => {
    for (const route of closed()) {
      const path = pathWith(route, (_slot, resource) => own[resource]);
      const forged = `waybill_session=${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
      for (const headers of [{}, { authorization: `Bearer sk_${'x'.repeat(48)}` }, { cookie: forged }]) {
        const { status } = await call(route, path, headers as Record<string, string>);
        expect([named(route), status]).toEqual([named(route), 401]);
      }
    }
  });

  it('answers 401 to the public key, except track', async () => {
    for (const route of closed()) {
      const path = pathWith(route, (_slot, resource) => own[resource]);
      const { status, body } = await call(route, path, { authorization: `Bearer ${mine.public}` });
      if (route.access === 'any-key') expect(named(route)).toBe('POST /v1/track');
      else expect([named(route), status, body.error.code]).toEqual([named(route), 401, 'INVALID_API_KEY']);
    }
  });

  it('answers 401 to any key where a person is meant', async () => {
    for (const route of closed().filter(({ access }) => personal.includes(access ?? ''))) {
      const path = pathWith(route, (_slot, resource) => own[resource]);
      const { status } = await call(route, path, { authorization: `Bearer ${mine.secret}` });
      expect([named(route), status]).toEqual([named(route), 401]);
    }
  });

  it('answers 404 to every id of a foreign project in every place, and changes nothing there', async () => {
    const before = await theirsAtRest();
    for (const route of closed()) {
      for (const slot of Object.keys(caseOf(route).slots ?? {})) {
        const path = pathWith(route, (name, resource) => (name === slot ? foreign : own)[resource]);
        const cookie = { cookie: owner.cookie, 'sec-fetch-site': 'same-origin', 'x-project-id': mine.id };
        const key = { authorization: `Bearer ${mine.secret}` };
        for (const headers of personal.includes(route.access ?? '') ? [cookie] : [cookie, key]) {
          const { status } = await call(route, path, headers as Record<string, string>);
          expect([named(route), slot, status]).toEqual([named(route), slot, 404]);
        }
      }
    }
    expect(await stateOfProject(system, theirs.projectId)).toBe(before);
  });

  it('does nothing to what a body or a query names of a foreign project, nor with it', async () => {
    const before = await theirsAtRest();
    for (const route of closed()) {
      for (const [field, [resource, expected]] of Object.entries(caseOf(route).ids ?? {})) {
        const [place, name = ''] = field.split('.');
        const given = (caseOf(route).body ?? {}) as Record<string, unknown>;
        const id = foreign[resource];
        const body = place === 'body' ? { ...given, [name]: /ids$/i.test(name) ? [id] : id } : given;
        const path = pathWith(route, (_slot, kind) => own[kind]) + (place === 'query' ? `?${name}=${id}` : '');
        const text = route.method === 'GET' ? undefined : JSON.stringify(body);
        const headers = { authorization: `Bearer ${mine.secret}` };
        const answer = await system.client().call(route.method, path, text, headers);
        expect([named(route), field, answer.status]).toEqual([named(route), field, expected]);
        if (expected !== 404 && place === 'query') expect([field, answer.body.data]).toEqual([field, []]);
        if (expected === 202) await done(`/contacts/bulk/${answer.body.jobId}`);
      }
    }
    expect(await theirsAtRest()).toBe(before);
  });

  it('takes no column of the inside from a body', async () => {
    const inside = {
      id: foreign.contact,
      projectId: theirs.projectId,
      project_id: theirs.projectId,
      created_at: '1970-01-01',
    };
    const before = await theirsAtRest();
    for (const route of closed().filter((each) => caseOf(each).body && each.access !== 'member')) {
      const body = JSON.stringify({ ...(caseOf(route).body as object), ...inside });
      const headers = { authorization: `Bearer ${mine.secret}` };
      const path = pathWith(route, (_slot, kind) => own[kind]);
      const { status } = await system.client().call(route.method, path, body, headers);
      expect([named(route), status < 500]).toEqual([named(route), true]);
    }
    expect(await theirsAtRest()).toBe(before);
    expect(await contactsOf1970(system)).toBe(0);
  });

  it('answers 404, not an error of ours, to ids that are none', async () => {
    for (const route of closed().filter((each) => caseOf(each).slots)) {
      for (const id of ['x', '0', '%00', '..%2f..', "'%20OR%201=1", 'a'.repeat(500)]) {
        const path = pathWith(route, () => id);
        const headers = { cookie: owner.cookie, 'sec-fetch-site': 'same-origin', 'x-project-id': mine.id };
        const { status } = await call(route, path, headers);
        expect([named(route), id, [400, 404, 414].includes(status)]).toEqual([named(route), id, true]);
      }
    }
  });

  it('refuses a cookie call that changes something and does not come from a page of ours', async () => {
    const changing = closed().filter(({ method, access }) => method !== 'GET' && access !== 'any-key');
    for (const route of changing.filter(({ access }) => access !== 'secret-key')) {
      const path = pathWith(route, (_slot, resource) => own[resource]);
      for (const from of [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        {},
      ] as Record<string, string>[]) {
        const { status } = await call(route, path, { cookie: owner.cookie, 'x-project-id': mine.id, ...from });
        expect([named(route), from, status]).toEqual([named(route), from, 403]);
      }
    }
  });
});
