import type { Statement } from '@waybill/database/db';
import { keptPlan, type PlanNode } from '@waybill/testing/kept-plan';
import { testDatabase, type TestDatabase } from '@waybill/testing/test-database';
import { lockStatement, progressStatement } from '../notification/progress.sql';
import { keyedAccess } from '../service';
import { claimByTurns, claimOldest } from './claim.sql';
import { settleStatement } from './settle.sql';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Every read of the ledger's tables in the plan that the service keeps for a statement, whatever its values. */
async function readsOf(statement: Statement): Promise<PlanNode[]> {
  const steps = await keptPlan(database.db, statement, keyedAccess);
  return steps.filter(
    (step) => / Scan/.test(step['Node Type']) && /^(email|send_attempt)_/.test(step['Relation Name'] ?? ''),
  );
}

it.each([
  ['settling', settleStatement],
  ['locking what reports are about', lockStatement],
  ['writing what reports tell', progressStatement],
])(
  '%s reaches its rows by key alone: its cost does not depend on how many are queued or under way',
  async (_, statement) => {
    const reads = await readsOf(statement);
    expect(reads.length).toBeGreaterThan(0);
    for (const read of reads) {
      expect(read['Index Name']).toMatch(/_pkey$/);
      expect(read['Index Cond']).toMatch(/project_id = .*id = /);
    }
  },
);

it.each([
  ['the oldest first', claimOldest],
  ['by turns of the projects', claimByTurns],
])('claiming %s walks an index in its order, or goes by key', async (_, statement) => {
  const reads = await readsOf(statement);
  expect(reads.length).toBeGreaterThan(0);
  for (const read of reads) {
    expect(read['Node Type']).toMatch(/^Index (Only )?Scan$/);
    expect(read['Index Cond']).toMatch(/lane = \$1|project_id = .*id = /);
  }
});
