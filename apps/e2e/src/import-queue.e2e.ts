import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { finishedJob, uploadCsv } from './jobs.fixture';
import { completeJob, makeJobs, whileContactsAreLocked } from './rows/contacts';

let system: System;

beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

it('imports of one project wait for each other, those of two do not', async () => {
  const [one, two] = await Promise.all([Customer.join(system), Customer.join(system)]);
  const csv = `email\n${Array.from({ length: 3_000 }, (_, n) => `person${n}@wait.example`).join('\n')}`;
  const first = await uploadCsv(one, csv);
  const second = await uploadCsv(one, csv);
  const third = await uploadCsv(two, csv);
  const path = (answer: { body: { jobId: string } }) => `/contacts/import/${answer.body.jobId}`;
  // Asked for in this order: where the first is not over, the second was waiting the moment before.
  const [behind, ahead] = [(await one.secret.get(path(second))).body, (await one.secret.get(path(first))).body];
  if (ahead.state !== 'completed') expect(behind).toMatchObject({ state: 'waiting', progress: 0, result: null });
  const done = await Promise.all([
    finishedJob(one, path(first)),
    finishedJob(one, path(second)),
    finishedJob(two, path(third)),
  ]);
  expect(done.map(({ result }) => [result.createdCount, result.updatedCount])).toEqual([
    [3_000, 0],
    [0, 3_000],
    [3_000, 0],
  ]);
});

describe('the jobs of one project', () => {
  it('are fifty at most that are not over, and another project goes on', async () => {
    const [one, two] = await Promise.all([Customer.join(system), Customer.join(system)]);
    const [last] = await makeJobs(system, one.project.projectId, 50);
    const csv = 'email\na@full.example';
    const full = await uploadCsv(one, csv);
    expectError(full, 'QUEUE_FULL');
    expectError(await one.secret.post('/contacts/bulk-subscribe', { contactIds: ['x'] }), 'QUEUE_FULL');
    expect((await uploadCsv(two, csv)).status).toBe(202);
    await completeJob(system, last!);
    const answers = await Promise.all([uploadCsv(one, csv), uploadCsv(one, csv), uploadCsv(one, csv)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 429, 429]);
  });

  it('leave room for those of another, however long they take', async () => {
    const [one, two] = await Promise.all([Customer.join(system), Customer.join(system)]);
    const ids = (by: Customer) =>
      by.secret.post('/contacts', { email: newAddress() }).then(({ body }) => ({ contactIds: [body.id] }));
    const [held, free] = [await ids(one), await ids(two)];
    const jobs = await whileContactsAreLocked(system, one.project.projectId, async () => {
      const mine = [1, 2].map(() => one.secret.post('/contacts/bulk-unsubscribe', held));
      const paths = (await Promise.all(mine)).map(({ body }) => `/contacts/bulk/${body.jobId}`);
      const { body } = await two.secret.post('/contacts/bulk-unsubscribe', free);
      expect((await finishedJob(two, `/contacts/bulk/${body.jobId}`, 10_000)).result.successCount).toBe(1);
      return paths;
    });
    for (const path of jobs) expect((await finishedJob(one, path)).state).toBe('completed');
  });
});
