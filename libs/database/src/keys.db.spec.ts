import { testDatabase } from '@waybill/testing/database/test-database';

/** Every unique index of the services' tables, as `schema.table (columns)`, without `project_id` among its columns. */
const keysOfNoProject = `
  SELECT n.nspname || '.' || t.relname || ' (' || string_agg(coalesce(a.attname, 'expression'), ', ' ORDER BY k.position) || ')' AS key
  FROM pg_index i
  JOIN pg_class t ON t.oid = i.indrelid
  JOIN pg_namespace n ON n.oid = t.relnamespace
  CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attribute, position)
  LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attribute AND k.attribute > 0
  WHERE i.indisunique AND NOT t.relispartition AND t.relkind IN ('r', 'p') AND t.relname <> 'migration'
    AND n.nspname = ANY ($1)
  GROUP BY n.nspname, t.relname, i.indexrelid
  HAVING NOT coalesce(bool_or(a.attname = 'project_id'), false)
  ORDER BY 1`;

const schemas = ['identity', 'contacts', 'delivery', 'workflow', 'segments', 'billing', 'domains'];

/** Why a key holds no project; every other key must. */
const exceptions: Record<string, string[]> = {
  'messages between services, each named by an id of its own': schemas.flatMap((schema) => [
    `${schema}.outbox (seq)`,
    `${schema}.inbox (consumer, message_id)`,
    `${schema}.dead_letter (consumer, message_id)`,
    `${schema}.project_erasure (id)`,
  ]),
  'the installation, not a project': [
    'contacts.secret (name)',
    'identity.secret (name)',
    'identity.replica (id)',
    'delivery.provider_account (account)',
    'delivery.provider_ingress (provider)',
  ],
  'counters whose key names the project, the person or the address': [
    'identity.rate_window (key)',
    'identity.throttle (key, slice_at)',
  ],
  'a person, who has several projects': [
    'identity.user (id)',
    'identity.user (email)',
    'identity.session (id)',
    'identity.signup (id)',
    'identity.token (hash)',
    'identity.oauth_account (provider, subject)',
    'identity.account_mail (id)',
  ],
  'found before the project is known, or the project itself': [
    'identity.project (id)',
    'identity.api_key (hash)',
    'identity.invitation (token_hash)',
    'delivery.provider_message (id)',
    'billing.payment_event (id)',
    'billing.cancellation (subscription_id)',
  ],
  'a domain name belongs to one project of the whole installation': [
    'domains.domain (name)',
    'domains.identity (name)',
  ],
  'to change: the key of one project could meet that of another': [
    'delivery.mailbox_message (email_id, attempt)',
    'delivery.mailbox_message (id)',
    'delivery.provider_notification (dedup_key)',
    'delivery.provider_notification (id)',
    'identity.erasure_job (id)',
  ],
};

it('every primary and unique key contains project_id, except those that are listed with their reason', async () => {
  const { db, close } = await testDatabase();
  const keys = (await db.query<{ key: string }>(keysOfNoProject, [schemas])).map(({ key }) => key);
  await close();
  const known = new Set(Object.values(exceptions).flat());
  expect(keys.filter((key) => !known.has(key))).toEqual([]);
  expect(keys).toContain('identity.user (email)');
});
