import { Logger } from '@nestjs/common';
import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { MessagingFixture } from '@waybill/testing/messaging.fixture';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { ProjectEraser } from './project-eraser';

let database: TestDatabase;
let messaging: MessagingFixture;
let eraser: ProjectEraser;

beforeEach(async () => {
  Logger.overrideLogger(false);
  database = await testDatabase();
  await database.db.query(`CREATE SCHEMA shop`);
  await database.db.query(`SELECT app.create_messaging_tables('shop')`);
  await database.db.query('CREATE TABLE shop.thing (id uuid PRIMARY KEY, project_id uuid NOT NULL)');
  await database.db.query('CREATE INDEX ON shop.thing (project_id)');
  messaging = await MessagingFixture.start(database.db, 'shop');
  const data = { schema: 'shop', service: 'shop', keptOnReset: [] };
  eraser = new ProjectEraser(database.db, messaging.outbox, messaging.startConsumers(), data);
});
afterEach(async () => {
  await eraser.beforeApplicationShutdown();
  await messaging.close();
  await database.close();
});

/** Makes `count` things of a new project; answers its id. */
async function project(things = 1): Promise<string> {
  const projectId = newId();
  const sql = 'INSERT INTO shop.thing SELECT gen_random_uuid(), $1 FROM generate_series(1, $2)';
  await database.db.query(sql, [projectId, things]);
  return projectId;
}

/** Asks for erasures, the first one first. */
async function ask(kind: 'reset' | 'delete', projectIds: string[]): Promise<void> {
  for (const projectId of projectIds) {
    const sql = 'INSERT INTO shop.project_erasure (id, project_id, kind) VALUES ($1, $2, $3)';
    await database.db.query(sql, [newId(), projectId, kind]);
  }
}

/** The projects that are erased, in the order in which that was over. */
async function erased(): Promise<string[]> {
  const sql = 'SELECT project_id FROM shop.project_erasure WHERE done_at IS NOT NULL ORDER BY done_at';
  return (await database.db.query<{ project_id: string }>(sql)).map((row) => row.project_id);
}

const isErased = (projectId: string) =>
  eventually('the project is erased', async () => (await erased()).includes(projectId), 10_000);

it('erases the projects behind one that cannot be erased, and that one as soon as it can', async () => {
  const [stuck, other] = [await project(), await project()];
  await database.db.query('CREATE TABLE shop.reference (thing_id uuid REFERENCES shop.thing)');
  await database.db.query('INSERT INTO shop.reference SELECT id FROM shop.thing WHERE project_id = $1', [stuck]);
  await ask('delete', [stuck, other]);
  eraser.onApplicationBootstrap();
  await isErased(other);
  expect(await erased()).toEqual([other]);
  await database.db.query('DELETE FROM shop.reference');
  await isErased(stuck);
  expect(await database.db.query('SELECT 1 FROM shop.thing')).toEqual([]);
});

it('does not have a small project wait for a large one', async () => {
  const [large, small] = [await project(25_000), await project()];
  await ask('delete', [large, small]);
  eraser.onApplicationBootstrap();
  await isErased(large);
  expect(await erased()).toEqual([small, large]);
  expect(await database.db.query('SELECT 1 FROM shop.thing')).toEqual([]);
});

it('ends the reset of a project that goes on working', async () => {
  const busy = await project(1_500);
  await database.db.query(`
    CREATE FUNCTION shop.more() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO shop.thing SELECT gen_random_uuid(), min(project_id::text)::uuid FROM gone HAVING count(*) > 0;
      RETURN NULL;
    END $$`);
  await database.db.query(`
    CREATE TRIGGER more AFTER DELETE ON shop.thing REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION shop.more()`);
  await ask('reset', [busy]);
  eraser.onApplicationBootstrap();
  await isErased(busy);
  expect((await database.db.query('SELECT 1 FROM shop.thing')).length).toBeLessThan(5);
});
