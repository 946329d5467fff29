import type { EventEnvelope } from '@waybill/contracts/events';
import type { SegmentView } from '@waybill/contracts/segments/segment';
import { newId } from '@waybill/database/ids';
import { eventsIn } from '@waybill/messaging/event/outbox';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import fc from 'fast-check';
import { idAt, insertContact } from './audience/audience.fixture';
import { SegmentsByHand } from './segments.fixture';

let database: TestDatabase;
let service: SegmentsByHand;
beforeAll(async () => {
  database = await testDatabase();
  service = new SegmentsByHand(database.db, database.as('waybill_segments'));
});
afterAll(() => database.close());

/** One project that changes at random. */
class World {
  readonly projectId = newId();
  private readonly contacts: string[] = [];
  private read = 0;
  private made = 0;
  fixed!: SegmentView;
  segments: SegmentView[] = [];

  async create(): Promise<void> {
    const { projectId } = this;
    const base = { projectId, description: null };
    this.fixed = await service.segments.create({ ...base, id: newId(), name: 'Fixed', type: 'STATIC' });
    const all = (...filters: object[]) => ({ logic: 'AND', groups: [{ filters }] });
    const member = { field: `segment.${this.fixed.id}`, operator: 'memberOfSegment' };
    const inPlace = await service.segments.create({
      ...{ ...base, id: newId(), name: 'In place', type: 'DYNAMIC' },
      condition: all({ field: 'data.plan', operator: 'notEquals', value: 'free' }),
    });
    const conditions = [
      all({ field: 'data.plan', operator: 'equals', value: 'pro' }),
      all({ field: 'event.buy', operator: 'triggeredAtLeast', value: 2, within: 2, unit: 'days' }),
      all(
        { field: 'event.buy', operator: 'notTriggeredWithin', value: 30, unit: 'hours' },
        { field: 'subscribed', operator: 'equals', value: true },
      ),
      all({ field: 'email.opened', operator: 'triggeredOlderThan', value: 1, unit: 'days' }),
      all({ field: 'createdAt', operator: 'within', value: 1, unit: 'days' }),
      all(member),
      all(
        { field: `segment.${inPlace.id}`, operator: 'memberOfSegment' },
        { field: 'email', operator: 'contains', value: 'a' },
      ),
    ];
    for (const [index, condition] of conditions.entries()) await this.track(`Tracked ${index}`, condition);
    const [pro, buyers] = this.segments;
    const either = [pro, buyers].map((each) => ({
      filters: [{ field: `segment.${each!.id}`, operator: 'memberOfSegment' }],
    }));
    await this.track('Either', { logic: 'OR', groups: either });
    await service.work();
  }

  private async track(name: string, condition: object): Promise<void> {
    const segment = { projectId: this.projectId, id: newId(), name, type: 'DYNAMIC' as const, condition };
    this.segments.push(
      await service.segments.create({ ...segment, condition: condition as never, trackMembership: true }),
    );
  }

  /** One random change, as the services that own the rows write it. */
  async change(kind: string, at: number, value: string): Promise<void> {
    const { db } = database;
    const { projectId } = this;
    const contact = this.contacts[at % Math.max(1, this.contacts.length)];
    if (kind === 'new' || contact === undefined) {
      const [row] = await db.query<{ now: Date }>('SELECT app.now() AS now');
      const person = {
        email: `${value}${this.made++}@x.example`,
        subscribed: at % 2 === 0,
        data: { plan: value },
      };
      const times = { createdAt: row!.now, updatedAt: row!.now };
      this.contacts.push(
        await insertContact(db, projectId, { ...person, ...times, events: [], emails: [], memberOf: [] }),
      );
    } else if (kind === 'data') {
      await db.query(
        `UPDATE contacts.contact SET data = $3, updated_at = app.now() WHERE project_id = $1 AND id = $2`,
        [projectId, contact, { plan: value }],
      );
    } else if (kind === 'subscribed') {
      await db.query(`UPDATE contacts.contact SET subscribed = NOT subscribed WHERE project_id = $1 AND id = $2`, [
        projectId,
        contact,
      ]);
    } else if (kind === 'event') {
      const insert = `INSERT INTO contacts.event (project_id, id, contact_id, name) VALUES ($1, $2, $3, 'buy')`;
      const [row] = await db.query<{ now: Date }>('SELECT app.now() AS now');
      await db.query(insert, [projectId, idAt(row!.now), contact]);
    } else if (kind === 'open') {
      const id = newId();
      const insert = `INSERT INTO delivery.email (project_id, id, message_id, contact_id, to_address, from_address, subject, source_type, lane, status, opened_at)
        VALUES ($1, $2, $2, $3, 'a@x.example', 'b@x.example', 's', 'TRANSACTIONAL', 'transactional', 'OPENED', app.now())`;
      await db.query(insert, [projectId, id, contact]);
      await service.deliver([{ subject: 'email.open', projectId, contactId: contact, data: {} as never }]);
    } else if (kind === 'member') {
      const [row] = await db.query<{ email: string }>(
        'SELECT email FROM contacts.contact WHERE project_id = $1 AND id = $2',
        [projectId, contact],
      );
      const emails = [row!.email];
      const key = { projectId, id: this.fixed.id, emails };
      if (value === 'pro') await service.members.add({ ...key, requestId: newId() });
      else await service.members.remove(key);
    } else {
      this.contacts.splice(this.contacts.indexOf(contact), 1);
      await db.query(`DELETE FROM contacts.contact WHERE project_id = $1 AND id = $2`, [projectId, contact]);
      await service.deliver([{ subject: 'contact.deleted', projectId, contactId: contact, data: {} }]);
    }
  }

  /** Delivers what the contacts service has published since the last time, and `again`: everything once more. */
  async pump(again: boolean): Promise<void> {
    const rows = await database.db.query<{ seq: string; events: string }>(
      'SELECT seq, events FROM contacts.outbox WHERE seq > $1 ORDER BY seq',
      [again ? 0 : this.read],
    );
    this.read = Number(rows.at(-1)?.seq ?? this.read);
    const events = rows
      .flatMap((row) => eventsIn(row.events))
      .map(({ payload }) => JSON.parse(payload) as EventEnvelope);
    await service.deliver(events);
  }

  /** What a compute of each tracked segment would repair, and its members. */
  async repairs(): Promise<{ added: number; removed: number }[]> {
    const results: { added: number; removed: number }[] = [];
    for (const { id } of this.segments) {
      let isDone = false;
      const computing = service.segments.compute({ projectId: this.projectId, id }).finally(() => (isDone = true));
      while (!isDone) {
        await service.work();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const { added, removed } = (await computing) as { added: number; removed: number };
      results.push({ added, removed });
    }
    return results;
  }

  /** The entries and exits of each contact in each segment, in their order. */
  async stories(): Promise<string[]> {
    const rows = await database.db.query<{ events: string }>('SELECT events FROM segments.outbox ORDER BY seq');
    const stories = new Map<string, string>();
    for (const { payload, subject } of rows.flatMap((row) => eventsIn(row.events))) {
      const { projectId, contactId, data } = JSON.parse(payload) as EventEnvelope<'segment.x.entry'>;
      if (projectId !== this.projectId) continue;
      const key = `${data.segmentId} ${contactId}`;
      stories.set(key, (stories.get(key) ?? '') + (subject.endsWith('.entry') ? 'i' : 'o'));
    }
    return [...stories.values()];
  }

  async counts(): Promise<[number, number][]> {
    const rows = await database.db.query<{ kept: number; real: number }>(
      `SELECT s.member_count::int AS kept, (SELECT count(*)::int FROM segments.membership m WHERE m.project_id = s.project_id
         AND m.segment_id = s.id AND m.exited_at IS NULL) AS real
       FROM segments.segment s WHERE project_id = $1 AND (track_membership OR type = 'STATIC')`,
      [this.projectId],
    );
    return rows.map(({ kept, real }) => [kept, real]);
  }
}

let clockHours = 0;
async function advance(hours: number): Promise<void> {
  clockHours += hours;
  await database.db.query(
    `CREATE OR REPLACE FUNCTION app.now() RETURNS timestamptz LANGUAGE sql STABLE
     AS 'SELECT pg_catalog.statement_timestamp() + interval ''${clockHours} hours'''`,
  );
  await service.recheck();
}

const step = fc.record({
  kind: fc.constantFrom(
    'new',
    'new',
    'data',
    'data',
    'subscribed',
    'event',
    'event',
    'open',
    'member',
    'member',
    'delete',
    'clock',
    'pump',
    'again',
  ),
  at: fc.nat(20),
  value: fc.constantFrom('pro', 'free', 'gold'),
});

it('a computation finds nothing to repair after a random run, and each change had one event', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), async (steps) => {
      const world = new World();
      await world.create();
      for (const { kind, at, value } of steps) {
        if (kind === 'clock') await advance(at);
        else if (kind === 'pump' || kind === 'again') await world.pump(kind === 'again');
        else await world.change(kind, at, value);
      }
      await world.pump(false);
      await service.recheck();
      expect(await world.repairs()).toEqual(world.segments.map(() => ({ added: 0, removed: 0 })));
      for (const story of await world.stories()) expect(story).toMatch(/^(io)*i?$/);
      for (const [kept, real] of await world.counts()) expect(kept).toBe(real);
    }),
    { numRuns: 8, seed: 16, endOnFailure: true },
  );
});

it('contacts of a project without watched fields are written without a word on the bus', async () => {
  const projectId = newId();
  const contact = {
    email: 'a@x.example',
    subscribed: true,
    data: { plan: 'pro' },
    createdAt: new Date(),
    updatedAt: new Date(),
  };
  const before = await database.db.query('SELECT 1 FROM contacts.outbox');
  await insertContact(database.db, projectId, { ...contact, events: [['buy', new Date()]], emails: [], memberOf: [] });
  await database.db.query(`UPDATE contacts.contact SET data = '{}' WHERE project_id = $1`, [projectId]);
  expect(await database.db.query('SELECT 1 FROM contacts.outbox')).toHaveLength(before.length);
});
