import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Bus } from './bus';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { finishedJob, uploadCsv, type CsvContent, type UploadedFile } from './jobs.fixture';
import { memory, startOfPeak } from './process-memory';
import { contactIds, endHeartbeats, jobs } from './rows/contacts';

let system: System;
let customer: Customer;
let other: Customer;
let bus: Bus;

beforeAll(async () => {
  system = await System.shared();
  [customer, other] = await Promise.all([Customer.join(system), Customer.join(system)]);
  bus = await Bus.listen(system);
});
afterAll(async () => {
  await bus?.close();
  await system?.stop();
});

const upload = (content: CsvContent, { by = customer, ...file }: UploadedFile & { by?: Customer } = {}) =>
  uploadCsv(by, content, file);
const finished = (path: string, by = customer, limitMs?: number) => finishedJob(by, path, limitMs);

async function imported(content: CsvContent, by = customer): Promise<any> {
  const { status, body } = await upload(content, { by });
  expect({ status, body }).toEqual({ status: 202, body: { message: expect.any(String), jobId: expect.any(String) } });
  return finished(`/contacts/import/${body.jobId}`, by);
}

const count = async (by: Customer): Promise<number> => (await by.written()).contacts;

describe('an import', () => {
  it('makes and updates contacts and reports each bad row by its line', async () => {
    const known = newAddress();
    await customer.secret.post('/contacts', { email: known, data: { plan: 'free', seats: 2 } });
    const [fresh, quiet] = [newAddress(), newAddress()];
    const csv = [
      '\ufeffEmail,plan,seats,vip,note,Subscribed',
      `${known.toUpperCase()},gold,,yes,"a ""quoted"", note`,
      'on two lines",no',
      `${fresh},gold,007,no,,`,
      `=cmd|' /C calc'!A0,gold`,
      '',
      `${quiet},free,1.5,,,0`,
      ',gold,3',
      `${fresh.toUpperCase()},silver,12`,
    ].join('\r\n');
    const job = await imported(csv);
    expect(job).toEqual({
      ...{ id: job.id, state: 'completed', progress: 100, failedReason: null },
      result: {
        ...{ dryRun: false, totalRows: 6, successCount: 3, createdCount: 2, updatedCount: 1, unchangedCount: 0 },
        ...{ failureCount: 2, duplicateCount: 1 },
        errors: [
          { row: 4, line: 5, email: "'=cmd|' /C calc'!A0", error: 'email is no email address' },
          { row: 6, line: 8, email: '', error: 'email is empty' },
        ],
        similarFields: [],
      },
    });
    expect(await customer.contact(known)).toMatchObject({
      subscribed: false,
      data: { plan: 'gold', seats: 2, vip: true, note: 'a "quoted", note\non two lines' },
    });
    expect(await customer.contact(fresh)).toMatchObject({ subscribed: true, data: { plan: 'silver', seats: 12 } });
    expect(await customer.contact(quiet)).toMatchObject({ subscribed: false, data: { plan: 'free', seats: 1.5 } });
    expect((await bus.about(known, 'contact.unsubscribed')).map(({ subject }) => subject)).toEqual([
      'contact.unsubscribed',
    ]);
  });

  it('takes the last row of an address that comes in several chunks', async () => {
    const importer = await Customer.join(system);
    const rows = Array.from({ length: 1_700 }, (_, n) => `person${n % 600}@rows.example,${n}`);
    const { result } = await imported(`email,n\n${rows.join('\n')}`, importer);
    expect(result).toMatchObject({ totalRows: 1_700, successCount: 600, createdCount: 600, duplicateCount: 1_100 });
    expect(await importer.contact('person0@rows.example')).toMatchObject({ data: { n: 1_200 } });
    expect(await importer.contact('person599@rows.example')).toMatchObject({ data: { n: 1_199 } });
    expect(await count(importer)).toBe(600);
  });

  it('keeps the name of a column as written, takes data.<name> as <name>, and reports names that differ in case alone', async () => {
    const importer = await Customer.join(system);
    const email = newAddress();
    await importer.track({ email, event: 'signed up', data: { firstName: 'Ann', plan: 'free' } });
    const { result } = await imported(`EMAIL,firstName,data.plan,Plan\n${email},Bea,gold,team`, importer);
    expect(result).toMatchObject({
      updatedCount: 1,
      failureCount: 0,
      similarFields: [{ column: 'Plan', field: 'plan' }],
    });
    expect((await importer.contact(email))?.data).toEqual({ firstName: 'Bea', plan: 'gold', Plan: 'team' });
    const again = await imported(`email,FIRSTNAME\n${email},Cleo`, importer);
    expect(again.result.similarFields).toEqual([{ column: 'FIRSTNAME', field: 'firstName' }]);
  });

  test.each([
    ['a quote that is never closed', 'email\na@x.example\n"b@x.example\n', /never closed/],
    ['a row of more than 128 KB', `email,note\na@x.example,"${'x\n'.repeat(100_000)}"`, /128 KB/],
    ['more than 100,000 rows', `email\n${'a@x.example\n'.repeat(100_001)}`, /100000 rows/],
  ])('of a file with %s fails with the reason and imports nothing', async (_what, csv, reason) => {
    const before = await count(customer);
    const job = await imported(csv);
    expect(job).toMatchObject({ state: 'failed', failedReason: expect.stringMatching(reason) });
    expect(await count(customer)).toBe(before);
  });

  it('is polled by its own project and its own route only', async () => {
    const { body } = await upload(`email\n${newAddress()}`);
    await finished(`/contacts/import/${body.jobId}`);
    expectError(await other.secret.get(`/contacts/import/${body.jobId}`), 'JOB_NOT_FOUND');
    expectError(await customer.secret.get(`/contacts/bulk/${body.jobId}`), 'JOB_NOT_FOUND');
    expectError(await customer.secret.get('/contacts/import/x'), 'JOB_NOT_FOUND');
  });
});

describe('an upload is refused before a job is made', () => {
  const refused = async (
    call: () => ReturnType<typeof upload>,
    ...error: [Parameters<typeof expectError>[1], string?]
  ) => {
    const before = await jobs(system);
    expectError(await call(), error[0], error[1] === undefined ? undefined : { file: error[1] });
    expect(await jobs(system)).toBe(before);
  };

  it('without a file', () => refused(() => upload('email\n', { field: 'other' }), 'VALIDATION_ERROR', 'required'));
  it('without an email column', () =>
    refused(() => upload('mail,name\na@x.example,A'), 'VALIDATION_ERROR', 'required'));
  it('when it is empty', () => refused(() => upload(''), 'VALIDATION_ERROR', 'too_small'));
  it('over 5 MB', () =>
    refused(() => upload('email\n'.padEnd(5 * 1024 * 1024 + 1, 'a@x.example\n')), 'PAYLOAD_TOO_LARGE'));
  it('not with exactly 5 MB, but with one byte more', async () => {
    const size = 5 * 1024 * 1024;
    const row = `${newAddress()},${'x'.repeat(50_000)}\n`;
    const csv = `email,note\n${row.repeat(size / row.length - 1)}`;
    const full = csv + `${newAddress()},`.padEnd(size - csv.length, 'y');
    expect(Buffer.byteLength(full)).toBe(size);
    const { status, body } = await upload(full);
    expect(status).toBe(202);
    expect(await finished(`/contacts/import/${body.jobId}`)).toMatchObject({ state: 'completed' });
    await refused(() => upload(`${full}y`), 'PAYLOAD_TOO_LARGE');
  });

  it.each([
    ['a million columns', `email${','.repeat(1_000_000)}`],
    ['a million columns in a row', `email\na@x.example${','.repeat(1_000_000)}`],
    ['five million columns', `email${','.repeat(5_000_000)}`],
    ['one field of 5 MB', `email\n"${'x'.repeat(5_000_000)}"`],
    ['one field of 5 MB in short lines', `email,note\na@x.example,"${'x\n'.repeat(2_500_000)}"`],
  ])('and takes no service much memory: %s', async (_what, csv) => {
    const pids = ['gateway', 'contacts'].map((name) => system.service(name).pid);
    const before = pids.map(startOfPeak);
    for (let n = 0; n < 3; n++) {
      const { status, body } = await upload(csv);
      if (status === 202) {
        expect(await finished(`/contacts/import/${body.jobId}`)).toMatchObject({ state: 'failed' });
      } else expect(status).toBe(422);
    }
    const grown = pids.map((pid, n) => memory(pid, 'VmHWM') - (before[n] as number));
    // Each copy of 5 MB on the way (form, text, message, statement) counts, and garbage of three uploads.
    expect(Math.max(...grown)).toBeLessThan(100 * 1024 * 1024);
  });

  it('as a picture', () => refused(() => upload('x', { type: 'image/png', name: 'a.png' }), 'UNSUPPORTED_MEDIA_TYPE'));
  it('when it is no text', () =>
    refused(() => upload(new Uint8Array([0x65, 0xff, 0xfe, 0])), 'VALIDATION_ERROR', 'invalid_string'));
  it('with NUL in it', () => refused(() => upload('email\n\0'), 'VALIDATION_ERROR', 'invalid_string'));
  it('with a column twice', () => refused(() => upload('email,a,data.a\n'), 'VALIDATION_ERROR', 'invalid_string'));
  it('with a column named __proto__', () =>
    refused(() => upload('email,__proto__\n'), 'VALIDATION_ERROR', 'invalid_string'));
  it('with a million columns', () =>
    refused(() => upload(`email${','.repeat(1_000_000)}`), 'VALIDATION_ERROR', 'too_big'));
  it('with one field of 5 MB', () =>
    refused(() => upload(`email\n"${'x'.repeat(5_000_000)}"`), 'VALIDATION_ERROR', 'too_big'));

  it('when it is JSON', async () => {
    expectError(await customer.secret.post('/contacts/import', { email: 'a@x.example' }), 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('a bulk job', () => {
  const contacts = async (n: number, by = customer): Promise<string[]> => {
    const made = await Promise.all(
      Array.from({ length: n }, () => by.secret.post('/contacts', { email: newAddress() })),
    );
    return made.map(({ body }) => body.id);
  };
  const run = async (operation: string, body: unknown): Promise<any> => {
    const answer = await customer.secret.post(`/contacts/bulk-${operation}`, body);
    expect(answer).toMatchObject({ status: 202 });
    expect(answer.body).toEqual({ message: expect.any(String), jobId: expect.any(String) });
    return finished(`/contacts/bulk/${answer.body.jobId}`);
  };

  it('changes contacts, emits events for real changes only, and reports failures', async () => {
    const ids = await contacts(3);
    const [foreign] = await contacts(1, other);
    const given = [...ids, (ids[0] as string).slice(4), foreign as string, 'x'];
    const job = await run('unsubscribe', { contactIds: given });
    const error = 'There is no such contact';
    expect(job).toEqual({
      ...{ id: job.id, state: 'completed', progress: 100, failedReason: null },
      result: {
        ...{ operation: 'unsubscribe', totalRequested: 5, successCount: 3, unchangedCount: 0, failureCount: 2 },
        errors: [
          { contactId: foreign, email: null, error },
          { contactId: 'x', email: null, error },
        ],
      },
    });
    expect((await run('unsubscribe', { contactIds: ids })).result).toMatchObject({
      successCount: 0,
      unchangedCount: 3,
    });
    expect((await run('subscribe', { contactIds: ids })).result).toMatchObject({ successCount: 3 });
    expect((await other.secret.get(`/contacts/${foreign}`)).body.subscribed).toBe(true);
  });

  it('deletes contacts', async () => {
    const ids = await contacts(4);
    expect((await run('delete', { contactIds: ids })).result).toMatchObject({ successCount: 4, failureCount: 0 });
    expectError(await customer.secret.get(`/contacts/${ids[0]}`), 'CONTACT_NOT_FOUND');
  });

  it('takes a query, less what is left out', async () => {
    const tag = newAddress().slice(0, 10);
    const made = [];
    for (let n = 0; n < 5; n++)
      made.push((await customer.secret.post('/contacts', { email: `${tag}${n}@q.example` })).body.id);
    const body = { mode: 'query', filter: { search: tag.toUpperCase(), subscribed: true }, excludeIds: [made[2]] };
    expect((await run('unsubscribe', body)).result).toMatchObject({ totalRequested: 4, successCount: 4 });
    expect((await customer.secret.get(`/contacts/${made[2]}`)).body.subscribed).toBe(true);
  });

  const invalid = (field: string) => ({ [`filter.${field}`]: 'invalid_type' });
  it('is polled by its own project only', async () => {
    const { body } = await customer.secret.post('/contacts/bulk-subscribe', { contactIds: await contacts(1) });
    await finished(`/contacts/bulk/${body.jobId}`);
    expectError(await other.secret.get(`/contacts/bulk/${body.jobId}`), 'JOB_NOT_FOUND');
    expectError(await customer.secret.get(`/contacts/import/${body.jobId}`), 'JOB_NOT_FOUND');
    expectError(await customer.secret.get('/contacts/bulk/x'), 'JOB_NOT_FOUND');
  });

  test.each([
    [{}, { contactIds: 'required' }],
    [{ contactIds: [] }, { contactIds: 'too_small' }],
    [{ contactIds: Array.from({ length: 1_001 }, () => 'x') }, { contactIds: 'too_big' }],
    [{ contactIds: 'x' }, { contactIds: 'invalid_type' }],
    [{ mode: 'all' }, { mode: 'invalid_enum', contactIds: 'required' }],
    [{ mode: 'query' }, { filter: 'required' }],
    [{ mode: 'query', filter: 'all' }, { filter: 'invalid_type' }],
    [
      { mode: 'query', filter: { subscribed: 'no', search: 5 } },
      { ...invalid('search'), ...invalid('subscribed') },
    ],
    [{ mode: 'query', filter: {}, excludeIds: Array.from({ length: 10_001 }, () => 'x') }, { excludeIds: 'too_big' }],
  ])('refuses %#', async (body, fields) => {
    expectError(
      await customer.secret.post('/contacts/bulk-delete', body),
      'VALIDATION_ERROR',
      fields as Record<string, string>,
    );
  });
});

describe('kill -9', () => {
  const recovery = 60_000;

  it('in the middle of an import leaves the right totals', async () => {
    const importer = await Customer.join(system);
    const contacts = system.service('contacts');
    await contacts.stop();
    await contacts.start({ CRASH_AT: 'contacts.import-step' });
    const rows = Array.from({ length: 2_600 }, (_, n) => (n % 100 === 50 ? 'nobody' : `person${n}@crash.example`));
    const { body } = await upload(`email\n${rows.join('\n')}`, { by: importer });
    await contacts.ended();
    const reached = await count(importer);
    expect(reached).toBeGreaterThan(0);
    expect(reached).toBeLessThan(2_574);
    await endHeartbeats(system);
    await contacts.start();
    const job = await finished(`/contacts/import/${body.jobId}`, importer, recovery);
    expect(job).toMatchObject({ state: 'completed', progress: 100 });
    expect(job.result).toMatchObject({ totalRows: 2_600, successCount: 2_574, createdCount: 2_574, failureCount: 26 });
    expect(job.result.errors).toHaveLength(26);
    expect(await count(importer)).toBe(2_574);
  });

  it('in the middle of a bulk job leaves the right totals and emits one event for each change', async () => {
    const owner = await Customer.join(system);
    const emails = Array.from(
      { length: 1_000 },
      (_, n) => `person${n}@bulk${owner.project.projectId.slice(-6)}.example`,
    );
    const { result } = await imported(`email\n${emails.join('\n')}`, owner);
    expect(result.createdCount).toBe(1_000);
    const ids = await contactIds(system, owner.project.projectId);
    const contacts = system.service('contacts');
    await contacts.stop();
    await contacts.start({ CRASH_AT: 'contacts.bulk-step' });
    const { body } = await owner.secret.post('/contacts/bulk-unsubscribe', { contactIds: ids });
    await contacts.ended();
    await endHeartbeats(system);
    await contacts.start();
    const job = await finished(`/contacts/bulk/${body.jobId}`, owner, recovery);
    expect(job.result).toMatchObject({
      totalRequested: 1_000,
      successCount: 1_000,
      unchangedCount: 0,
      failureCount: 0,
    });
    const told = () =>
      bus.events.filter(
        ({ projectId, subject }) => projectId === owner.project.projectId && subject === 'contact.unsubscribed',
      );
    await eventually('every change is told', () => new Set(told().map(({ contactId }) => contactId)).size === 1_000);
    expect(new Set(told().map(({ id }) => id)).size).toBe(1_000);
  });
});
