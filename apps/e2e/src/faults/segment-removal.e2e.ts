import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer } from '../customer';
import {
  contactsWithValue,
  endHeartbeats,
  holdJobs,
  lastCompute,
  membersOf,
  newestSegment,
  openComputes,
  rowsOfSegment,
} from '../rows/segments';
import { deadLetters } from '../rows/tables';
import { createSegment, inSmallChunks } from '../segment/segment-calls';
import { importContacts } from './import-contacts';
import { disorderly, SegmentEvents } from './segment-events';

// Processes start and end many times: a machine that does other work too needs longer than for other tests.
jest.setTimeout(300_000);

/** More than two chunks of a compute hold, and of these more than one chunk of a removal, which takes 5,000. */
const people = 6_300;
/** Contacts are decided in chunks of 3,000 with this many filters. */
const filters = 5;
const movers = 60;

let system: System;
let customer: Customer;
let events: SegmentEvents;

beforeAll(async () => {
  // The workflow engine answers whether a segment may be deleted.
  system = await System.start({
    services: ['gateway', 'contacts', 'delivery', 'domain-verifier', 'segments', 'workflow-engine'],
    env: { gateway: { RATE_LIMIT_PER_MINUTE: '0' } },
  });
  customer = await Customer.join(system);
  events = await SegmentEvents.listen(system);
  await importContacts(
    customer,
    'email,plan',
    Array.from({ length: people }, (_, n) => `${emailOf(n)},pro`),
  );
});
afterAll(async () => {
  await events?.close();
  await system?.stop();
});

const emailOf = (n: number): string => `person${n}@crowd.example`;
const segments = () => system.service('segments');
const tracked = { name: 'Crowd', type: 'DYNAMIC', trackMembership: true };
const projectId = () => customer.project.projectId;

/**
 * Starts the service to die at the crash point and has `call` bring it there. It stays dead, and what it was doing stays as it is
 * until {@link endHeartbeats}: else the next process could end it before the test goes on.
 */
async function dyingAt(crashPoint: string, call: () => Promise<{ status: number }>): Promise<void> {
  await segments().stop();
  await segments().start({ CRASH_AT: crashPoint });
  // The answer may die with the process. A call that a busy machine answered with 503 before it began is made again.
  await eventually(
    `a call that leads to ${crashPoint}`,
    async () => (await call()).status < 500 || !segments().running,
  );
  await segments().ended();
  await holdJobs(system);
}

/** Waits until no compute of the segment is open; a job whose process died goes on at once. */
async function isComputed(segmentId: string): Promise<void> {
  await endHeartbeats(system);
  await eventually('the compute is over', async () => (await openComputes(system, segmentId)) === 0, 60_000);
}

async function isCleared(segmentId: string): Promise<void> {
  await eventually(
    'nothing of the segment is left',
    async () => {
      await endHeartbeats(system);
      return (await rowsOfSegment(system, segmentId)) === 0;
    },
    60_000,
  );
}

it('a segment that is deleted in the middle of its compute leaves no member when its process dies in both', async () => {
  const condition = inSmallChunks('plan', 'pro', filters);
  await dyingAt('segment-chunk-committed', () => customer.secret.post('/segments', { ...tracked, condition }));
  const id = (await newestSegment(system, projectId()))!;
  await endHeartbeats(system);
  await segments().startToCrash('segment-chunk-committed');
  await segments().ended();
  await holdJobs(system);
  const entered = (await membersOf(system, projectId(), id)).length;
  expect(entered).toBe(6_000);
  // The answer dies with the process, the deletion does not.
  await dyingAt('segment-clear-committed', () => customer.secret.delete(`/segments/${id}`));
  expect(await rowsOfSegment(system, id)).toBeGreaterThan(0);
  await segments().start();
  expect((await customer.secret.get(`/segments/${id}`)).status).toBe(404);
  await isCleared(id);
  const stories = await events.stories(id);
  expect(stories.size).toBe(entered);
  expect([...stories.values()].filter((story) => story.join() !== 'entry')).toEqual([]);
});

it('a segment that is tracked again while its members are removed has every member once when its process dies', async () => {
  const condition = inSmallChunks('plan', 'pro', filters);
  const { id } = await createSegment(customer, { ...tracked, condition });
  await isComputed(id);
  const all = await contactsWithValue(system, projectId(), 'plan', 'pro');
  expect(await membersOf(system, projectId(), id)).toEqual(all);
  const path = `/segments/${id}`;
  await dyingAt('segment-clear-committed', () => customer.secret.patch(path, { trackMembership: false }));
  const kept = new Set(await membersOf(system, projectId(), id));
  expect(kept.size).toBeGreaterThan(0);
  expect(kept.size).toBeLessThan(people);
  await dyingAt('segment-chunk-committed', () => customer.secret.patch(path, { trackMembership: true }));
  await segments().start();
  await isComputed(id);
  expect(await membersOf(system, projectId(), id)).toEqual(all);
  expect((await customer.secret.get(path)).body).toMatchObject({ trackMembership: true, memberCount: people });
  // Whose membership had been removed enters again, once.
  const stories = await events.stories(id);
  const wrong = [...stories].filter(
    ([contact, story]) => story.join() !== (kept.has(contact) ? 'entry' : 'entry,entry'),
  );
  expect(wrong).toEqual([]);
  expect(stories.size).toBe(people);
  expect((await customer.secret.delete(path)).status).toBe(204);
  await isCleared(id);
});

describe('under live changes and with its process killed, at a random moment', () => {
  /** A compute of these few goes through eight chunks. */
  const few = 1_500;
  let owner: Customer;
  let changing: boolean;
  let changers: Promise<void>[] | undefined;

  beforeAll(async () => {
    owner = await Customer.join(system);
    const rows = Array.from({ length: few }, (_, n) => `${emailOf(n)},${n < movers ? 'gold' : 'none'}`);
    await importContacts(owner, 'email,tier', rows);
    changing = true;
    const change = async (): Promise<void> => {
      while (changing) {
        const tier = Math.random() < 0.5 ? 'gold' : 'tin';
        const email = emailOf(Math.floor(Math.random() * movers));
        const { status } = await owner.track({ email, event: 'moved', data: { tier } });
        if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    changers = Array.from({ length: 3 }, change);
  });
  afterAll(async () => {
    changing = false;
    await Promise.all(changers ?? []);
  });

  it.each([
    ['deleted', (path: string) => owner.secret.delete(path), 204],
    ['no longer tracked', (path: string) => owner.secret.patch(path, { trackMembership: false }), 200],
    ['deleted', (path: string) => owner.secret.delete(path), 204],
  ])('a segment that is %s ends without a member, and tells no change twice', async (_what, remove, done) => {
    // Small chunks: it is still being computed.
    const { id } = await createSegment(owner, { ...tracked, condition: inSmallChunks('tier', 'gold') });
    const path = `/segments/${id}`;
    const percent = Math.floor(Math.random() * 90);
    await eventually('the moment of the removal', async () => (await lastCompute(system, id))!.progress >= percent);
    const removed = remove(path);
    await segments().kill();
    await removed;
    await segments().start();
    await eventually('it is taken', async () => [done, 404].includes((await remove(path)).status));
    await isCleared(id);
    const stories = await events.stories(id);
    expect({ percent, wrong: disorderly(stories) }).toEqual({ percent, wrong: [] });
    // What changes from now on tells nothing of it.
    const told = [...stories.values()].flat().length;
    const marker = await createSegment(owner, { ...tracked, condition: inSmallChunks('tier', 'gold', 1) });
    await isComputed(marker.id);
    await eventually('changes are told to others', async () => {
      return [...(await events.stories(marker.id)).values()].some((story) => story.length > 2);
    });
    expect([...(await events.stories(id)).values()].flat()).toHaveLength(told);
    expect(await rowsOfSegment(system, id)).toBe(0);
    await owner.secret.delete(`/segments/${marker.id}`);
  });
});

it('no event was given up', async () => {
  expect(await deadLetters(system, 'segments')).toEqual([]);
});
