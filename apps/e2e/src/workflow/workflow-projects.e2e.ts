import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { Person } from '../person';
import { workflowActions } from '../workflows.fixture';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
});
beforeEach(async () => {
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

const { chain, executions, reached, contact, start, makeDue } = workflowActions(() => customer);

const query = <T extends object>(sql: string): Promise<T[]> =>
  system.database.db.query<T & Record<string, unknown>>(sql, [customer.project.projectId]);

async function owner(): Promise<Person> {
  const { email, password } = customer.project;
  const person = new Person(system.client(), email, password);
  expect((await person.login()).status).toBe(200);
  return person;
}

it('an execution of a disabled project ends with the reason, without the effects of its later steps', async () => {
  const mark = crypto.randomUUID();
  const workflow = await chain([
    ['DELAY', { amount: 1, unit: 'days' }],
    ['WEBHOOK', { url: `http://hooks.simulator.test/${mark}` }],
  ]);
  await start(workflow, (await contact()).id);
  const execution = await reached(workflow, 'WAITING');
  await query(`UPDATE identity.project SET disabled_at = app.now(), disabled_reason = 'MANUAL' WHERE id = $1`);
  // The setting is cached for some seconds: the timer fires when it has been read again.
  await eventually('the project is known to be disabled', async () => {
    return (await customer.secret.post('/v1/track', { email: newAddress(), event: 'x' })).status === 403;
  });
  await system.service('workflow-engine').stop();
  await system.service('workflow-engine').start();
  await makeDue(execution);
  await eventually('it is cancelled', async () => {
    const [row] = await query<{ status: string; reason: string }>(
      'SELECT status, exit_reason AS reason FROM workflow.execution WHERE project_id = $1',
    );
    return row?.status === 'CANCELLED' && row.reason === 'project_disabled';
  });
  const steps = await query<{ status: string }>(
    'SELECT status FROM workflow.step_execution WHERE project_id = $1 ORDER BY seq',
  );
  expect(steps.map(({ status }) => status)).toEqual(['COMPLETED', 'SKIPPED']);
  expect(await query('SELECT 1 FROM delivery.mailbox_webhook WHERE project_id = $1')).toEqual([]);
});

it.each(['reset', 'deletion'])('a %s of the project leaves no workflow, execution or timer', async (kind) => {
  const waiting = await chain([['WAIT_FOR_EVENT', { eventName: 'never' }]]);
  const delayed = await chain([['DELAY', { amount: 2, unit: 'seconds' }], ['EXIT']]);
  const person = await contact();
  await start(waiting, person.id);
  await start(delayed, person.id);
  await reached(waiting, 'WAITING');
  await reached(delayed, 'WAITING');
  const ada = await owner();
  const path = `/users/@me/projects/${customer.project.projectId}`;
  const answer = kind === 'reset' ? await ada.post(`${path}/reset`) : await ada.delete(path);
  expect(answer.status).toBe(202);
  await eventually('the erasure is over', async () => {
    return (await ada.get(`${path}/jobs/${answer.body.jobId}`)).body.state === 'completed';
  });
  for (const table of ['workflow', 'definition', 'execution', 'step_execution', 'stat']) {
    const rows = await query(`SELECT 1 FROM workflow.${table} WHERE project_id = $1`);
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
  if (kind !== 'reset') return;
  expect((await customer.secret.get('/workflows')).body.data).toEqual([]);
  const anew = await chain([['EXIT', { reason: 'works' }]]);
  await customer.track({ event: anew.eventName });
  await reached(anew, 'EXITED');
  expect(await executions(anew)).toHaveLength(1);
});
