/** A project's contacts as the bench loads them: by SQL, so that only the measured part goes through the services. */
import { Client } from 'pg';

const CHUNK = 20_000;
const EVENT_CHUNK = 250_000;

/**
 * Loads `count` contacts, with eight fields each and ids in the order of their making. The addresses are
 * `<name><number>@<one of 200 domains>.example`; one in a thousand has the name `quetzalcoatl`.
 */
export async function loadContacts(databaseUrl: string, projectId: string, count: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    // Made anew afterwards: entry by entry it would take most of the time of the load.
    const [index] = (await client.query<{ sql: string }>(SEARCH_INDEX)).rows;
    if (count > CHUNK) await client.query('DROP INDEX contacts.contact_search');
    for (let start = 0; start < count; start += CHUNK) {
      await client.query(INSERT, [projectId, start, Math.min(start + CHUNK, count) - 1]);
    }
    if (count > CHUNK && index) await client.query(index.sql);
    await client.query('VACUUM (ANALYZE) contacts.contact');
  });
}

/** SQL for the id of the contact with a number. */
function contactId(number: string): string {
  return `(lpad(to_hex(1700000000000 + ${number}), 12, '0') || '7' || substr(md5('a' || ${number}), 1, 3) || '8'
    || substr(md5('b' || ${number}), 1, 15))::uuid`;
}

/**
 * Loads `rounds` events of every one of `contacts` contacts, spread over the last twenty days: half of them are named `buy`, the
 * others `visit`. A round takes as many contacts as there are, in a scattered order.
 */
export async function loadEvents(
  databaseUrl: string,
  projectId: string,
  contacts: number,
  rounds: number,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (let start = 0; start < contacts * rounds; start += EVENT_CHUNK) {
      const end = Math.min(start + EVENT_CHUNK, contacts * rounds) - 1;
      await client.query(INSERT_EVENTS, [projectId, start, end, contacts, contacts * rounds]);
    }
    await client.query('VACUUM (ANALYZE) contacts.event');
  });
}

/**
 * Loads `count` emails to `contacts` contacts with what happened to them, spread over the last twenty days: all were sent and
 * delivered, one in five was opened, one in a hundred bounced. Each is a copy of the row of the email `model`.
 */
export async function loadEmails(
  databaseUrl: string,
  projectId: string,
  model: string,
  count: number,
  contacts: number,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (let start = 0; start < count; start += CHUNK) {
      const end = Math.min(start + CHUNK, count) - 1;
      await client.query(INSERT_EMAILS, [projectId, start, end, contacts, count, model]);
    }
    await client.query(INSERT_COUNTS, [projectId]);
    for (const table of ['email', 'activity', 'activity_count', 'domain_count']) {
      await client.query(`VACUUM (ANALYZE) delivery.${table}`);
    }
  });
}

const SEARCH_INDEX = `SELECT pg_get_indexdef('contacts.contact_search'::regclass) AS sql`;

const INSERT = `
  INSERT INTO contacts.contact (project_id, id, email, subscribed, data, created_at, updated_at)
  SELECT $1::uuid, ${contactId('n')},
    CASE WHEN n % 1000 = 7 THEN 'quetzalcoatl' ELSE (ARRAY['anna', 'bernd', 'chloe', 'dmitri', 'elena', 'farid', 'grace',
      'hiro', 'ines', 'jonas', 'karim', 'lucia', 'mateo', 'nora', 'omar', 'paula'])[1 + n % 16] END
      || '.' || substr(md5('c' || n), 1, 6) || n || '@' || 'company' || (n % 200) || '.example',
    n % 5 <> 0,
    jsonb_build_object('firstName', substr(md5('d' || n), 1, 8), 'plan', (ARRAY['free', 'pro', 'team'])[1 + n % 3],
      'seats', n % 50, 'trial', n % 2 = 0, 'signedUpAt', '2026-0' || 1 + n % 9 || '-15', 'country',
      (ARRAY['DE', 'FR', 'ES', 'US', 'JP'])[1 + n % 5], 'score', (n % 1000) / 10.0, 'source', 'campaign-' || n % 40),
    to_timestamp((1700000000000 + n) / 1000.0), to_timestamp((1700000000000 + n) / 1000.0)
  FROM generate_series($2::int, $3::int) AS n`;

const INSERT_EVENTS = `
  INSERT INTO contacts.event (project_id, id, contact_id, name, created_at)
  SELECT $1::uuid, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5('e' || n), 1, 3) || '8'
      || substr(md5('f' || n), 1, 15))::uuid,
    ${contactId('who')}, CASE WHEN substr(md5('g' || n), 1, 1) < '8' THEN 'buy' ELSE 'visit' END, at
  FROM generate_series($2::bigint, $3::bigint) AS n,
    LATERAL (SELECT app.now() - interval '20 days' * (1 - n::float8 / $5::float8) AS at, (n * 7919) % $4::bigint AS who) AS made`;

/** SQL for an id of the moment `at`, with the hash of a text behind it. */
function idAt(at: string, text: string): string {
  return `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${text}), 1, 3) || '8'
    || substr(md5(${text}), 4, 15))::uuid`;
}

const INSERT_EMAILS = `
  WITH made AS MATERIALIZED (
    SELECT n, at, ${idAt('at', "'h' || n")} AS id, ${contactId('(n * 7919) % $4::bigint')} AS contact_id
    FROM generate_series($2::bigint, $3::bigint) AS n,
      LATERAL (SELECT app.now() - interval '20 days' * (1 - n::float8 / $5::float8) AS at) AS moment
  ), copied AS (
    INSERT INTO delivery.email
    SELECT copy.* FROM delivery.email AS model, made,
      LATERAL jsonb_populate_record(model, jsonb_build_object('id', made.id, 'contact_id', made.contact_id,
        'created_at', made.at, 'updated_at', made.at, 'sent_at', made.at, 'delivered_at', made.at,
        'provider_message_id', made.id)) AS copy
    WHERE model.project_id = $1 AND model.id = $6::uuid
  )
  INSERT INTO delivery.activity (project_id, id, type, contact_id, email_id, sending_domain, recipient_domain)
  SELECT $1, ${idAt('made.at + step.after', 'step.type || made.n')}, step.type, made.contact_id, made.id, 'bench.example',
    'company' || made.n % 200 || '.example'
  FROM made, (VALUES ('email.sent', 1, interval '0'), ('email.delivered', 1, interval '2 seconds'),
    ('email.opened', 5, interval '1 minute'), ('email.bounced', 100, interval '3 seconds')) AS step (type, every, after)
  WHERE made.n % step.every = 0`;

// The figures of the loaded emails, as the consumers of the feed would have counted them.
const INSERT_COUNTS = `
  WITH quarters AS (
    INSERT INTO delivery.activity_count (project_id, quarter, sent, delivered, opened, bounced)
    SELECT project_id, date_bin('15 minutes', delivery.id_moment(id), 'epoch'), count(*) FILTER (WHERE type = 'email.sent'),
      count(*) FILTER (WHERE type = 'email.delivered'), count(*) FILTER (WHERE type = 'email.opened'),
      count(*) FILTER (WHERE type = 'email.bounced')
    FROM delivery.activity WHERE project_id = $1 GROUP BY 1, 2
    ON CONFLICT (project_id, quarter) DO UPDATE SET sent = excluded.sent
  )
  INSERT INTO delivery.domain_count (project_id, day, side, domain, sent, delivered, bounced)
  SELECT project_id, delivery.id_moment(id)::date, 'recipient', recipient_domain, count(*) FILTER (WHERE type = 'email.sent'),
    count(*) FILTER (WHERE type = 'email.delivered'), count(*) FILTER (WHERE type = 'email.bounced')
  FROM delivery.activity WHERE project_id = $1 AND recipient_domain IS NOT NULL GROUP BY 1, 2, 4
  ON CONFLICT (project_id, side, day, domain) DO UPDATE SET sent = excluded.sent`;

/** One value of one row. */
export async function queryValue<T>(databaseUrl: string, sql: string, values: unknown[] = []): Promise<T> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Record<string, T>>(sql, values);
    return Object.values(rows[0] ?? {})[0] as T;
  });
}

async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
