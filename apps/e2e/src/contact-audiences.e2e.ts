import { System } from '@waybill/testing/system';
import { Bus } from './bus';
import { Customer } from './customer';
import { expectError } from './expect-error';
import { finishedJob, uploadCsv } from './jobs.fixture';
import { ageJob, endHeartbeats, whileContactsAreLocked } from './rows/contacts';
import { whileLocked } from './rows/tables';
import { all, has } from './segment/segment-calls';

let system: System;
let customer: Customer;
let other: Customer;
let bus: Bus;

/** 2,600 contacts: every fourth has the plan pro, every hundredth a note that a spreadsheet would run. */
const size = 2_600;
const addressOf = (n: number): string => `person${n}@audience.example`;
const isPro = (n: number): boolean => n % 4 === 0;
const pros = Array.from({ length: size }, (_, n) => n).filter(isPro);

beforeAll(async () => {
  system = await System.shared();
  [customer, other] = await Promise.all([Customer.join(system), Customer.join(system)]);
  bus = await Bus.listen(system);
  const rows = Array.from({ length: size }, (_, n) =>
    [addressOf(n), isPro(n) ? 'pro' : 'free', n, n % 100 === 0 ? '"=1+1, ""x"""' : ''].join(','),
  );
  for (const by of [customer, other]) {
    const { body } = await uploadCsv(by, `email,plan,n,note\n${rows.join('\n')}`);
    expect(await finishedJob(by, `/contacts/import/${body.jobId}`, 60_000)).toMatchObject({ state: 'completed' });
  }
}, 120_000);
afterAll(async () => {
  await bus?.close();
  await system?.stop();
});

const pro = all(has('plan', 'pro'));
const listOf = (by: Customer, query: Record<string, string>) =>
  by.secret.get(`/contacts?${new URLSearchParams(query).toString()}`);
const subscribedPros = async (): Promise<number> => {
  const condition = all(has('plan', 'pro'), { field: 'subscribed', operator: 'equals', value: true });
  return (await listOf(customer, { condition: JSON.stringify(condition), limit: '1' })).body.total;
};

describe('GET /contacts?condition=', () => {
  it('lists the contacts that match, page by page', async () => {
    const found: string[] = [];
    for (let cursor = ''; ; ) {
      const query = { condition: JSON.stringify(pro), sort: 'updatedAt', limit: '100', ...(cursor && { cursor }) };
      const { status, body } = await listOf(customer, query);
      expect(status).toBe(200);
      expect(body.total).toBe(cursor ? 0 : pros.length);
      found.push(...body.data.map(({ email }: { email: string }) => email));
      if (!body.hasMore) break;
      cursor = body.cursor;
    }
    expect(found.sort()).toEqual(pros.map(addressOf).sort());
  });

  it('is refused with the path and code of each problem', async () => {
    const nested = { logic: 'XOR', groups: [{ filters: [{ field: 'email', operator: 'exists' }] }] };
    expectError(await listOf(customer, { condition: JSON.stringify(nested) }), 'VALIDATION_ERROR', {
      'condition.logic': 'invalid_enum',
      'condition.groups.0.filters.0.operator': 'invalid_enum',
    });
    expectError(await listOf(customer, { condition: 'plan = pro' }), 'VALIDATION_ERROR', { condition: 'syntax' });
    expectError(await listOf(customer, { condition: 'x'.repeat(8_001) }), 'VALIDATION_ERROR', { condition: 'too_big' });
  });

  it('answers 400 to a cursor of another condition', async () => {
    const { body } = await listOf(customer, { condition: JSON.stringify(pro) });
    const free = JSON.stringify(all(has('plan', 'free')));
    expectError(await listOf(customer, { condition: free, cursor: body.cursor }), 'BAD_REQUEST');
  });
});

describe('a bulk job by condition', () => {
  const start = async (operation: string, body: unknown): Promise<string> => {
    const answer = await customer.secret.post(`/contacts/bulk-${operation}`, body);
    expect(answer).toMatchObject({ status: 202 });
    return `/contacts/bulk/${answer.body.jobId}`;
  };

  it('changes those that match but the ones that are left out, once each, after kill -9 too', async () => {
    const { body } = await listOf(customer, { condition: JSON.stringify(pro), limit: '3' });
    const except = body.data.map(({ id }: { id: string }) => id);
    const contacts = system.service('contacts');
    await contacts.stop();
    await contacts.start({ CRASH_AT: 'contacts.bulk-step' });
    // The job cannot take its first step before its answer has arrived.
    const path = await whileContactsAreLocked(system, customer.project.projectId, () =>
      start('unsubscribe', { condition: pro, except: [...except, 'x'] }),
    );
    await contacts.ended();
    await endHeartbeats(system);
    await contacts.start();
    const job = await finishedJob(customer, path, 60_000);
    expect(job).toMatchObject({ state: 'completed', progress: 100 });
    const changed = pros.length - 3;
    expect(job.result).toEqual({
      ...{ operation: 'unsubscribe', totalRequested: changed, successCount: changed, unchangedCount: 0 },
      ...{ failureCount: 0, errors: [] },
    });
    expect(await subscribedPros()).toBe(3);
    expect((await listOf(customer, { subscribed: 'false', limit: '1' })).body.total).toBe(changed);
    const again = await finishedJob(customer, await start('unsubscribe', { condition: pro, except }));
    expect(again.result).toMatchObject({ successCount: 0, unchangedCount: changed });
    const back = await finishedJob(customer, await start('subscribe', { condition: pro }));
    expect(back.result).toMatchObject({ successCount: changed, unchangedCount: 3 });
    expect((await listOf(other, { subscribed: 'false', limit: '1' })).body.total).toBe(0);
    const told = (await bus.about(addressOf(8), 'contact.unsubscribed')).filter(
      ({ subject }) => subject === 'contact.unsubscribed',
    );
    expect(new Set(told.map(({ id }) => id)).size).toBe(1);
  });

  const ids = ['cnt_0198c0de-0000-7000-8000-000000000001'];
  test.each<[string, unknown, Record<string, string>]>([
    ['a wrong condition', { condition: all(has('plan', null)) }, { 'condition.groups.0.filters.0.value': 'required' }],
    ['a condition that is a text', { condition: 'all' }, { condition: 'invalid_type' }],
    ['ids beside a condition', { condition: pro, contactIds: ids }, { contactIds: 'invalid_type' }],
    [
      'a query beside a condition',
      { condition: pro, mode: 'query', filter: {} },
      { filter: 'invalid_type', mode: 'invalid_type' },
    ],
    ['exceptions of a list of ids', { contactIds: ids, except: ids }, { except: 'invalid_type' }],
    [
      'more than 10,000 exceptions',
      { condition: pro, except: Array.from({ length: 10_001 }, () => 'x') },
      { except: 'too_big' },
    ],
  ])('refuses %s and changes nothing', async (_what, body, fields) => {
    expectError(await customer.secret.post('/contacts/bulk-delete', body), 'VALIDATION_ERROR', fields);
    expect((await listOf(customer, { limit: '1' })).body.total).toBe(size);
  });
});

describe('an export', () => {
  const start = async (body: unknown, by = customer): Promise<string> => {
    const answer = await by.secret.post('/contacts/export', body);
    expect(answer).toMatchObject({ status: 202, body: { jobId: expect.any(String), message: expect.any(String) } });
    return `/contacts/export/${answer.body.jobId}`;
  };
  const download = async (path: string): Promise<string[]> => {
    const { status, headers, body } = await customer.secret.get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="contacts-.*\.csv"$/);
    return String(body).split('\r\n');
  };

  it('is a file with the columns that are asked for and a row for each contact that matches', async () => {
    const path = await start({ condition: pro, fields: ['email', 'data.n', 'data.note', 'subscribed', 'data.none'] });
    const job = await finishedJob(customer, path);
    expect(job).toMatchObject({ state: 'completed', progress: 100, failedReason: null });
    expect(job.result).toEqual({
      contactCount: pros.length,
      fields: ['email', 'data.n', 'data.note', 'subscribed', 'data.none'],
      bytes: expect.any(Number),
      file: `${path}/file`,
      expiresAt: expect.any(String),
    });
    const [head, ...rows] = await download(job.result.file);
    expect(head).toBe('email,data.n,data.note,subscribed,data.none');
    expect(rows.pop()).toBe('');
    const expected = pros.map((n) => `${addressOf(n)},${n},${n % 100 === 0 ? '"\'=1+1, ""x"""' : ''},true,`);
    expect(rows.sort()).toEqual(expected.sort());
    expect(Buffer.byteLength(rows.join('\r\n')) + 2).toBe(job.result.bytes);
  });

  it('of all contacts has their fields, goes on after kill -9, and is imported again without a change', async () => {
    const contacts = system.service('contacts');
    await contacts.stop();
    await contacts.start({ CRASH_AT: 'contacts.export-step' });
    const path = await whileLocked(system, 'contacts.job_part', () => start({}), 'ACCESS EXCLUSIVE');
    await contacts.ended();
    await endHeartbeats(system);
    await contacts.start();
    const job = await finishedJob(customer, path, 60_000);
    expect(job.result).toMatchObject({ contactCount: size });
    const lines = await download(job.result.file);
    expect(lines[0]!.split(',').sort()).toEqual(['data.n', 'data.note', 'data.plan', 'email', 'subscribed']);
    expect(new Set(lines).size).toBe(size + 2);
    const { body } = await uploadCsv(customer, lines.join('\r\n'), {}, { dryRun: true });
    const { result } = await finishedJob(customer, `/contacts/import/${body.jobId}`, 60_000);
    expect(result).toMatchObject({ createdCount: 0, updatedCount: size, unchangedCount: size, failureCount: 0 });
  });

  it('of no contact has its columns alone', async () => {
    const job = await finishedJob(customer, await start({ condition: all(has('plan', 'none')), fields: ['id'] }));
    expect(job.result).toMatchObject({ contactCount: 0, bytes: 0 });
    expect(await download(job.result.file)).toEqual(['id', '']);
  });

  it('is read by its own project and its own routes only', async () => {
    const path = await start({ fields: ['email'] });
    await finishedJob(customer, path);
    for (const address of [path, `${path}/file`]) expectError(await other.secret.get(address), 'JOB_NOT_FOUND');
    expectError(await customer.secret.get(path.replace('export', 'bulk')), 'JOB_NOT_FOUND');
    expectError(await customer.secret.get(path.replace('export', 'import')), 'JOB_NOT_FOUND');
    expectError(await system.client().get(`${path}/file`), 'UNAUTHORIZED');
    expectError(await customer.secret.get('/contacts/export/x/file'), 'JOB_NOT_FOUND');
  });

  it('is kept for a day, and while it is one of the three newest', async () => {
    const paths: string[] = [];
    for (let n = 0; n < 4; n++) {
      paths.push(await start({ condition: pro, fields: ['email'] }, other));
      await finishedJob(other, paths[n]!);
    }
    const [first, , , last] = paths as [string, string, string, string];
    expect((await other.secret.get(first)).body.result).toMatchObject({ contactCount: pros.length, file: null });
    expectError(await other.secret.get(`${first}/file`), 'NOT_FOUND');
    expect((await other.secret.get(`${last}/file`)).status).toBe(200);
    await ageJob(system, other.project.projectId, last.split('/').pop()!);
    expectError(await other.secret.get(`${last}/file`), 'NOT_FOUND');
    expect((await other.secret.get(last)).body.result).toMatchObject({ file: null });
  });

  test.each<[unknown, Record<string, string>]>([
    [{ fields: [] }, { fields: 'too_small' }],
    [{ fields: ['email', 'name'] }, { 'fields.1': 'unknown_field' }],
    [{ fields: ['email', 'email'] }, { 'fields.1': 'invalid_string' }],
    [{ fields: Array.from({ length: 201 }, (_, n) => `data.f${n}`) }, { fields: 'too_big' }],
    [{ condition: { logic: 'AND', groups: [] } }, { 'condition.groups': 'too_small' }],
  ])('is refused for %j', async (body, fields) => {
    expectError(await customer.secret.post('/contacts/export', body), 'VALIDATION_ERROR', fields);
  });
});
