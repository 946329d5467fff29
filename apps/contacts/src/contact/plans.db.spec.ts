import { testDatabase, type TestDatabase } from '@waybill/testing/test-database';
import { newId } from '@waybill/database/ids';
import { keyedAccess } from '../service';
import { contactColumns, insertContacts, lockContacts } from './contact.sql';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** How contacts are read in the plan that the service keeps for locking them, whatever its values. */
async function readsOfContacts(): Promise<PlanNode[]> {
  const plan = await database.db.transaction(async (tx) => {
    for (const [name, value] of Object.entries(keyedAccess)) await tx.query(`SET LOCAL ${name} = ${value}`);
    const [row] = await tx.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${lockContacts.text}`,
    );
    return row!['QUERY PLAN'][0]!.Plan;
  });
  const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
  return all(plan).filter((node) => node['Relation Name'] === 'contact');
}

/** So many contacts in one project. */
async function fill(count: number): Promise<void> {
  const about = { projectId: newId(), subscribed: true, suppressed: null, data: {} };
  const contacts = Array.from({ length: count }, (_, n) => ({ ...about, id: newId(), email: `${n}@example.com` }));
  await database.db.query(insertContacts, contactColumns(contacts));
  await database.db.query('ANALYZE contacts.contact');
}

it.each([
  ['empty', 0],
  ['small', 10],
  ['of one large project', 5_000],
])(
  'a plan for locking contacts that is kept from a table that is %s reaches them by their address',
  async (_, count) => {
    if (count > 0) await fill(count);
    const reads = await readsOfContacts();
    expect(reads).toMatchObject([{ 'Node Type': 'Index Scan', 'Index Name': 'contact_project_id_email_key' }]);
    expect(reads[0]?.['Index Cond']).toMatch(/project_id = .*email = /);
  },
);
