import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { Person } from './person';

let system: System;
let mine: Customer;
let theirs: Customer;
let owner: Person;

beforeAll(async () => {
  system = await System.shared();
  [mine, theirs] = await Promise.all([Customer.join(system), Customer.join(system)]);
  owner = new Person(system.client(), mine.project.email, mine.project.password);
  expect((await owner.login()).status).toBe(200);
});
afterAll(() => system?.stop());

const projectId = (customer: Customer) => ({ 'x-project-id': customer.project.projectId });

/** What a member may call by cookie, with a body that is taken. */
const calls: [string, () => object][] = [
  ['/v1/send', () => ({ to: newAddress(), from: mine.from, subject: 'Hello', body: '<p>Hello</p>' })],
  ['/events/track', () => ({ email: newAddress(), event: 'seen' })],
];

describe.each(calls)('POST %s by the cookie of a member', (path, body) => {
  it('is taken for the project that X-Project-Id names', async () => {
    const before = await mine.written();
    expect((await owner.post(path, body(), projectId(mine))).status).toBe(200);
    expect((await mine.written()).contacts).toBe(before.contacts + 1);
  });

  it('answers 401 without a cookie, or with one that ended', async () => {
    const signedOut = new Person(system.client());
    await mine.expectRefused(() => signedOut.post(path, body(), projectId(mine)), 'UNAUTHORIZED');
    const left = new Person(system.client(), mine.project.email, mine.project.password);
    await left.login();
    const { cookie } = left;
    await left.get('/auth/logout');
    await mine.expectRefused(() => signedOut.post(path, body(), { ...projectId(mine), cookie }), 'UNAUTHORIZED');
  });

  it('answers 403 for a project of others, as every route that takes the header', async () => {
    const refused = () => owner.post(path, body(), projectId(theirs));
    await theirs.expectRefused(refused, 'PROJECT_ACCESS_DENIED');
    expectError(await owner.get('/contacts', projectId(theirs)), 'PROJECT_ACCESS_DENIED');
  });

  it('answers 400 when no project is named', async () => {
    await mine.expectRefused(() => owner.post(path, body()), 'BAD_REQUEST');
  });

  it.each<[string, Record<string, string>]>([
    ['the page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same domain', { 'sec-fetch-site': 'same-site' }],
    ['another origin, as old browsers say it', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['a program that says nothing of its origin', { 'sec-fetch-site': '' }],
  ])('answers 403 when it is sent by %s', async (_who, from) => {
    const headers = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== ''));
    const call = () => system.client().post(path, body(), { cookie: owner.cookie, ...projectId(mine), ...headers });
    await mine.expectRefused(call, 'FORBIDDEN');
  });
});

it('POST /v1/track takes keys alone: every page may call it, so that it must not look at cookies', async () => {
  const track = () => owner.post('/v1/track', { email: newAddress(), event: 'seen' }, projectId(mine));
  await mine.expectRefused(track, 'UNAUTHORIZED');
});
