import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer } from '../customer';
import { importContacts } from './import-contacts';
import { all, createSegment, has, inSmallChunks } from '../segment/segment-calls';
import { everythingHandled, publishAgain, readStream } from '../stream';
import { unpublishedChanges } from '../rows/contacts';
import {
  allSegmentEvents,
  contactsWithValue,
  endHeartbeats,
  lastCompute,
  membershipsOf,
  membersOf,
  openComputes,
  segmentEvents,
  whileMemberLocked,
} from '../rows/segments';
import { deadLetters } from '../rows/tables';

// Processes start and end many times: a machine that does other work too needs longer than for other tests.
jest.setTimeout(300_000);

let system: System;
let customer: Customer;

// The services that read segment events do not all run: so the outbox keeps every event, and the test can read them all.
beforeAll(async () => {
  system = await System.start({
    services: ['gateway', 'contacts', 'delivery', 'domain-verifier', 'segments'],
    env: { gateway: { RATE_LIMIT_PER_MINUTE: '0' } },
  });
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

const segments = () => system.service('segments');

const plans = ['free', 'pro'];
const emailOf = (n: number): string => `person${n}@crowd.example`;

/**
 * The members of a segment are exactly the contacts that match now; and of each contact an entry and an exit take turns, so that
 * each real change was told once, and the last one is what it is now.
 */
async function membershipAgrees(segmentId: string, key: string, value: string): Promise<void> {
  const { projectId } = customer.project;
  const matching = await contactsWithValue(system, projectId, key, value);
  expect(await membersOf(system, projectId, segmentId)).toEqual(matching);
  const told = await segmentEvents(system, segmentId);
  const stories = new Map<string, string[]>();
  for (const { subject, contactId } of told) {
    stories.set(contactId, [...(stories.get(contactId) ?? []), subject.split('.').at(-1)!]);
  }
  const isOrderly = (story: string[]) => story.every((what, n) => what === (n % 2 === 0 ? 'entry' : 'exit'));
  expect([...stories].filter(([, story]) => !isOrderly(story))).toEqual([]);
  const inside = [...stories].filter(([, story]) => story.at(-1) === 'entry').map(([contactId]) => contactId);
  expect(inside.sort()).toEqual(matching);
  const { body } = await customer.secret.get(`/segments/${segmentId}`);
  expect(body.memberCount).toBe(matching.length);
}

/** Waits until no compute of the segment is open, also one whose process died. */
async function isComputed(segmentId: string): Promise<void> {
  await endHeartbeats(system);
  await eventually('the compute is over', async () => (await openComputes(system, segmentId)) === 0, 60_000);
}

/** Waits until every change of a contact has reached the segments. */
async function settled(): Promise<void> {
  await eventually('every change is published', async () => (await unpublishedChanges(system)) === 0);
  await everythingHandled(system);
}

it('a compute goes on behind the last chunk when its process is killed after one, and tells each entry once', async () => {
  const rows = Array.from({ length: 900 }, (_, n) => `${emailOf(n)},${plans[n % 2]}`);
  await importContacts(customer, 'email,plan', rows);
  await segments().stop();
  await segments().start({ CRASH_AT: 'segment-chunk-committed' });
  const condition = inSmallChunks('plan', 'pro');
  const body = { name: 'Payers', type: 'DYNAMIC', condition, trackMembership: true };
  // The answer may die with the process. A call that a busy machine answered with 503 before it began is made again.
  await eventually(
    'a call that begins the compute',
    async () => (await customer.secret.post('/segments', body)).status < 500 || !segments().running,
  );
  await segments().ended();
  await endHeartbeats(system);
  await segments().startToCrash('segment-chunk-committed');
  await segments().ended();
  await segments().start();
  const { body: list } = await customer.secret.get('/segments');
  expect(list).toHaveLength(1);
  await isComputed(list[0].id);
  await membershipAgrees(list[0].id, 'plan', 'pro');
});

it('stays right under live changes while segments, contacts and NATS are killed', async () => {
  const segment = await createSegment(customer, {
    ...{ name: 'Gold', type: 'DYNAMIC', trackMembership: true, condition: inSmallChunks('tier', 'gold') },
  });
  let changing = true;
  let taken = 0;
  const change = async (): Promise<void> => {
    while (changing) {
      const tier = Math.random() < 0.5 ? 'gold' : 'tin';
      const email = emailOf(Math.floor(Math.random() * 60));
      const { status } = await customer.track({ email, event: 'moved', data: { tier } });
      if (status === 200) taken++;
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const changers = Array.from({ length: 3 }, change);
  const more = (count: number, from = taken) => eventually('more changes', () => taken >= from + count, 30_000);
  try {
    await more(50);
    await segments().kill();
    await more(30);
    await segments().start();
    // It begins in the middle of the changes, and is killed in them.
    const computing = customer.secret.post(`/segments/${segment.id}/compute`, {});
    await system.service('contacts').kill();
    await system.service('contacts').start();
    await computing;
    await more(50);
    await system.nats.kill();
    await system.restartNats({ emptied: true });
    await more(50);
    await segments().kill();
    await segments().start();
    await more(50);
  } finally {
    changing = false;
    await Promise.all(changers);
  }
  await isComputed(segment.id);
  await settled();
  await membershipAgrees(segment.id, 'tier', 'gold');
  // A compute is the repair: it finds nothing.
  expect((await customer.secret.post(`/segments/${segment.id}/compute`, {})).status).toBeLessThan(300);
  await isComputed(segment.id);
  expect(await lastCompute(system, segment.id)).toMatchObject({ state: 'completed', added: 0, removed: 0 });
});

it('an event that is delivered again changes no membership and tells nothing', async () => {
  const told = (): Promise<number> => allSegmentEvents(system);
  const before = await told();
  expect(await publishAgain(system, ['audience.changed', 'email.*', 'contact.*'])).toBeGreaterThan(50);
  await settled();
  expect(await told()).toBe(before);
  const { body } = await customer.secret.get('/segments');
  for (const { id, name } of body) {
    const [key, value] = name === 'Gold' ? ['tier', 'gold'] : ['plan', 'pro'];
    await membershipAgrees(id, key!, value!);
  }
  expect(await deadLetters(system, 'segments')).toEqual([]);
});

it('a contact that is deleted leaves every segment', async () => {
  const segment = await createSegment(customer, {
    ...{ name: 'Short', type: 'DYNAMIC', trackMembership: true, condition: all(has('plan', 'pro')) },
  });
  await isComputed(segment.id);
  const [member] = await membersOf(system, customer.project.projectId, segment.id);
  expect((await customer.secret.delete(`/contacts/cnt_${member}`)).status).toBe(204);
  await eventually('the contact is forgotten', async () => (await membershipsOf(system, member!)) === 0);
});

it('a compute goes on when NATS is killed in it and loses its store, and the stream has each entry and exit once', async () => {
  const rows = Array.from({ length: 900 }, (_, n) => `climber${n}@crowd.example,${n % 2 === 0 ? 'low' : 'high'}`);
  await importContacts(customer, 'email,level', rows);
  const { projectId } = customer.project;
  const body = { name: 'Level', type: 'DYNAMIC', trackMembership: true, condition: inSmallChunks('level', 'low') };
  const { id } = await createSegment(customer, body);
  await isComputed(id);
  await settled();
  const members = await membersOf(system, projectId, id);
  expect(members).toHaveLength(450);
  // The compute stands still where this member leaves the segment, with chunks behind and before it.
  await whileMemberLocked(system, id, members[337]!, async () => {
    await customer.secret.patch(`/segments/${id}`, { condition: inSmallChunks('level', 'high') });
    await eventually('members have left', async () => (await lastCompute(system, id))!.removed > 0, 60_000);
    await system.nats.kill();
    expect(await lastCompute(system, id)).toMatchObject({ state: 'active' });
  });
  await system.restartNats({ emptied: true });
  await isComputed(id);
  expect(await lastCompute(system, id)).toMatchObject({ state: 'completed' });
  await membershipAgrees(id, 'level', 'high');
  const subjects = ['segment.level.entry', 'segment.level.exit'];
  const published = await eventually(
    'every entry and exit is on the stream',
    async () => {
      const events = new Map((await readStream(system, subjects)).map((event) => [event.id, event]));
      return events.size >= 1_350 ? [...events.values()] : null;
    },
    60_000,
  );
  const stories = new Map<string, string[]>();
  for (const { contactId, subject } of published) {
    stories.set(contactId!, [...(stories.get(contactId!) ?? []), subject.split('.').at(-1)!]);
  }
  const left = [...stories.values()].filter((story) => story.join() === 'entry,exit');
  const entered = [...stories.values()].filter((story) => story.join() === 'entry');
  expect([left.length, entered.length, stories.size]).toEqual([450, 450, 900]);
});
