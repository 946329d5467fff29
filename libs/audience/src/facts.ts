import { fieldOf, filtersOf, timesNeeded, type Activity, type Condition } from './condition';
import type { ResolvedSegments } from './references';

/** Everything that a condition may read of one contact at one moment. */
export interface ContactFacts {
  contact: ContactRow;
  /** When the contact did it: by event name and by email activity, newest first, as many as {@link factsNeeded} says. */
  events: ReadonlyMap<string, Date[]>;
  activities: ReadonlyMap<string, Date[]>;
  /** Ids of the segments that have the contact as a member, by rows of membership. */
  segments: ReadonlySet<string>;
  /** Of a workflow execution: the payload of its trigger and its own variables. */
  payload?: { event?: Record<string, unknown>; context?: Record<string, unknown> };
}

export type ContactRow = {
  id: string;
  email: string;
  subscribed: boolean;
  data: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
};

/** Data of a contact to load before a condition is evaluated in memory. */
export interface NeededFacts {
  /** Event name to the number of newest times that decide. */
  events: Map<string, number>;
  activities: Map<Activity, number>;
  segments: Set<string>;
}

/** The data that the conditions read, also through segments that are evaluated in place. */
export function factsNeeded(conditions: Iterable<Condition>, segments: ResolvedSegments): NeededFacts {
  const needed: NeededFacts = { events: new Map(), activities: new Map(), segments: new Set() };
  const done = new Set<string>();
  const visit = (condition: Condition): void => {
    for (const filter of filtersOf(condition)) {
      const field = fieldOf(filter);
      if (field.kind === 'history') {
        const times = field.source === 'event' ? needed.events : (needed.activities as Map<string, number>);
        times.set(field.name, Math.max(times.get(field.name) ?? 0, timesNeeded(filter)));
      } else if (field.kind === 'segment' && !done.has(field.id)) {
        done.add(field.id);
        const resolved = segments.get(field.id);
        if (resolved === 'members') needed.segments.add(field.id);
        else if (resolved) visit(resolved);
      }
    }
  };
  for (const condition of conditions) visit(condition);
  return needed;
}

/** The rows of contacts: `($1 project, $2 ids)`; rows are {@link ContactRow}. */
export const contactRows = {
  name: 'audience_contacts',
  text: `SELECT c.id, c.email, c.subscribed, c.data, c.created_at AS "createdAt", c.updated_at AS "updatedAt"
         FROM unnest($2::uuid[]) AS k (id)
         JOIN contacts.contact c ON c.project_id = $1 AND c.id = k.id`,
};

/**
 * The newest times of events: `($1 project, $2 contact ids, $3 names, $4 how many of them)`, pairwise; rows are {@link TimesRow}.
 * The name is compared so that the index of names does not serve it: by that one all contacts' events of the name would be read.
 */
export const eventTimes = {
  name: 'audience_event_times',
  text: `SELECT k.id, k.name, t.times
         FROM unnest($2::uuid[], $3::text[], $4::int[]) AS k (id, name, newest),
           LATERAL (SELECT array_agg(e.created_at ORDER BY e.created_at DESC) AS times FROM (
             SELECT created_at FROM contacts.event
             WHERE project_id = $1 AND contact_id = k.id AND name IS NOT DISTINCT FROM k.name
             ORDER BY id DESC LIMIT k.newest
           ) AS e) AS t
         WHERE t.times IS NOT NULL`,
};

/** A contact of which more names than this are needed has its newest events read at once, where that is all of them. */
const namesLookedUp = 4;
const recentLimit = 100;

/**
 * The newest events of contacts, whatever their names: `($1 project, $2 ids)`; rows are {@link RecentRow}. A contact with
 * {@link recentLimit} rows may have more.
 */
export const recentEvents = {
  name: 'audience_recent_events',
  text: `SELECT k.id, e.names, e.times
         FROM unnest($2::uuid[]) AS k (id),
           LATERAL (SELECT array_agg(name ORDER BY id DESC) AS names, array_agg(created_at ORDER BY id DESC) AS times FROM (
             SELECT id, name, created_at FROM contacts.event
             WHERE project_id = $1 AND contact_id = k.id ORDER BY id DESC LIMIT ${recentLimit}
           ) AS newest) AS e
         WHERE e.names IS NOT NULL`,
};

/** One contact's events with their times, newest first. */
type RecentRow = { id: string; names: string[]; times: Date[] };

/** One contact's times of one event name or activity, newest first. */
export type TimesRow = { id: string; name: string; times: Date[] };

const activityColumns: Record<Activity, string> = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  opened: 'opened_at',
  clicked: 'clicked_at',
  bounced: 'bounced_at',
  complained: 'complained_at',
};

/** The column of the ledger that holds the first time of an activity of one email. */
export const activityColumn = (activity: Activity): string => activityColumns[activity];

/** The newest times of email activity, with the parameters of {@link eventTimes}. */
export const activityTimes = {
  name: 'audience_activity_times',
  text: `SELECT k.id, k.name, t.times
         FROM unnest($2::uuid[], $3::text[], $4::int[]) AS k (id, name, newest),
           LATERAL (SELECT array_agg(e.at ORDER BY e.at DESC) AS times FROM (
             SELECT a.at FROM delivery.email m, LATERAL (SELECT CASE k.name
               ${Object.entries(activityColumns)
                 .map(([name, column]) => `WHEN '${name}' THEN m.${column}`)
                 .join(' ')} END AS at) AS a
             WHERE m.project_id = $1 AND m.contact_id = k.id AND a.at IS NOT NULL ORDER BY a.at DESC LIMIT k.newest
           ) AS e) AS t
         WHERE t.times IS NOT NULL`,
};

/** Which contacts are members now: `($1 project, $2 contact ids, $3 segment ids)`, pairwise; rows `{id, segmentId}`. */
export const memberships = {
  name: 'audience_memberships',
  text: `SELECT k.id, k.segment_id AS "segmentId"
         FROM unnest($2::uuid[], $3::uuid[]) AS k (id, segment_id)
         JOIN segments.membership m ON m.project_id = $1 AND m.contact_id = k.id AND m.segment_id = k.segment_id
         WHERE m.exited_at IS NULL`,
};

/** Runs a statement; `Db` and `Transaction` of libs/database are of this kind. */
export interface Reader {
  query<T extends Record<string, unknown>>(statement: { name: string; text: string }, values: unknown[]): Promise<T[]>;
}

/** The facts of contacts that the project has, by id; a contact that is gone is left out. */
export async function loadFacts(
  reader: Reader,
  projectId: string,
  needed: ReadonlyMap<string, NeededFacts>,
): Promise<Map<string, ContactFacts>> {
  const [contacts, events, activities, members] = await Promise.all([
    reader.query<ContactRow>(contactRows, [projectId, [...needed.keys()]]),
    eventsOf(reader, projectId, needed),
    timesOf(
      reader,
      activityTimes,
      projectId,
      pairs(needed, (each) => each.activities),
    ),
    membershipsOf(
      reader,
      projectId,
      pairs(needed, (each) => each.segments.entries()),
    ),
  ]);
  const facts = new Map<string, LoadedFacts>();
  for (const contact of contacts) {
    facts.set(contact.id, { contact, events: new Map(), activities: new Map(), segments: new Set() });
  }
  for (const row of events) facts.get(row.id)?.events.set(row.name, row.times);
  for (const row of activities) facts.get(row.id)?.activities.set(row.name, row.times);
  for (const { id, segmentId } of members) facts.get(id)?.segments.add(segmentId);
  return facts;
}

/** A contact and something that is needed of it. */
type Pair<T> = [id: string, name: string, more: T];

const pairs = <T>(
  needed: ReadonlyMap<string, NeededFacts>,
  of: (each: NeededFacts) => Iterable<readonly [string, T]>,
): Pair<T>[] => [...needed].flatMap(([id, each]) => [...of(each)].map(([name, more]): Pair<T> => [id, name, more]));

/**
 * The times of events that are needed. A look-up of each name costs a probe of the index, so where a hundred segments look at a
 * contact, all that it did is read instead.
 */
async function eventsOf(
  reader: Reader,
  projectId: string,
  needed: ReadonlyMap<string, NeededFacts>,
): Promise<TimesRow[]> {
  const many = [...needed].flatMap(([id, { events }]) => (events.size > namesLookedUp ? [id] : []));
  const recent = many.length === 0 ? [] : await reader.query<RecentRow>(recentEvents, [projectId, many]);
  const longer = new Set(recent.flatMap(({ id, names }) => (names.length === recentLimit ? [id] : [])));
  const whole = new Set(many.filter((id) => !longer.has(id)));
  const rows = recent.filter(({ id }) => whole.has(id)).flatMap((row) => timesIn(row, needed.get(row.id)!.events));
  const others = pairs(needed, (each) => each.events).filter(([id]) => !whole.has(id));
  return [...rows, ...(await timesOf(reader, eventTimes, projectId, others))];
}

/** The rows that {@link eventTimes} would answer for a contact of which everything is known. */
function timesIn({ id, names, times }: RecentRow, needed: NeededFacts['events']): TimesRow[] {
  const found = new Map<string, Date[]>();
  for (const [index, name] of names.entries()) {
    const newest = found.get(name) ?? [];
    if (newest.length < (needed.get(name) ?? 0)) found.set(name, [...newest, times[index]!]);
  }
  const latestFirst = (a: Date, b: Date): number => b.getTime() - a.getTime();
  return [...found].map(([name, newest]) => ({ id, name, times: newest.sort(latestFirst) }));
}

function timesOf(reader: Reader, statement: typeof eventTimes, projectId: string, list: Pair<number>[]) {
  if (list.length === 0) return Promise.resolve([]);
  const columns = [list.map(([id]) => id), list.map(([, name]) => name), list.map(([, , newest]) => newest)];
  return reader.query<TimesRow>(statement, [projectId, ...columns]);
}

function membershipsOf(reader: Reader, projectId: string, list: Pair<string>[]) {
  if (list.length === 0) return Promise.resolve([]);
  const columns = [list.map(([id]) => id), list.map(([, segmentId]) => segmentId)];
  return reader.query<{ id: string; segmentId: string }>(memberships, [projectId, ...columns]);
}

interface LoadedFacts extends ContactFacts {
  events: Map<string, Date[]>;
  activities: Map<string, Date[]>;
  segments: Set<string>;
}
