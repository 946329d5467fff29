import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { Person } from '../person';
import { workflowActions } from '../workflows.fixture';
import { disableProject } from '../rows/identity';
import { caughtWebhooks, executionEnds, stepStatuses, workflowRows } from '../rows/workflows';

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
  const { projectId } = customer.project;
  await disableProject(system, projectId);
  // The setting is cached for some seconds: the timer fires when it has been read again.
  await eventually('the project is known to be disabled', async () => {
    return (await customer.secret.post('/v1/track', { email: newAddress(), event: 'x' })).status === 403;
  });
  await system.service('workflow-engine').stop();
  await system.service('workflow-engine').start();
  await makeDue(execution);
  await eventually('it is cancelled', async () => {
    const [row] = await executionEnds(system, projectId);
    return row?.status === 'CANCELLED' && row.reason === 'project_disabled';
  });
  expect(await stepStatuses(system, projectId)).toEqual(['COMPLETED', 'SKIPPED']);
  expect(await caughtWebhooks(system, projectId)).toBe(0);
});

it.each(['reset', 'deletion'])('a %s of the project leaves no workflow, execution or timer', async (kind) => {
  const waiting = await chain([['WAIT_FOR_EVENT', { eventName: 'never' }]]);
  const delayed = await chain([['DELAY', { amount: 2, unit: 'seconds' }], ['EXIT']]);
  const person = await contact();
  await start(waiting, person.id);
  await start(delayed, person.id);
  await reached(waiting, 'WAITING');
  // A machine that is slower than the wait has ended it by now.
  await eventually('the delay has begun', async () => (await executions(delayed)).length === 1);
  const ada = await owner();
  const path = `/users/@me/projects/${customer.project.projectId}`;
  const answer = kind === 'reset' ? await ada.post(`${path}/reset`) : await ada.delete(path);
  expect(answer.status).toBe(202);
  await eventually('the erasure is over', async () => {
    return (await ada.get(`${path}/jobs/${answer.body.jobId}`)).body.state === 'completed';
  });
  for (const table of ['workflow', 'definition', 'execution', 'step_execution', 'stat']) {
    const rows = await workflowRows(system, table, customer.project.projectId);
    expect({ table, rows }).toEqual({ table, rows: 0 });
  }
  if (kind !== 'reset') return;
  expect((await customer.secret.get('/workflows')).body.data).toEqual([]);
  const anew = await chain([['EXIT', { reason: 'works' }]]);
  await customer.track({ event: anew.eventName });
  await reached(anew, 'EXITED');
  expect(await executions(anew)).toHaveLength(1);
});
