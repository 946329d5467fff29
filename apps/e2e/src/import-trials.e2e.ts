import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { finishedJob, uploadCsv, type ImportOptions } from './jobs.fixture';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

const upload = (csv: string, options: ImportOptions = {}) => uploadCsv(customer, csv, {}, options);
async function imported(csv: string, options: ImportOptions = {}): Promise<any> {
  const { status, body } = await upload(csv, options);
  expect({ status, body }).toMatchObject({ status: 202, body: { jobId: expect.any(String) } });
  return finishedJob(customer, `/contacts/import/${body.jobId}`);
}
const contactOf = async (email: string): Promise<any> =>
  (await customer.secret.get(`/contacts?search=${email}`)).body.data[0];

describe('a dry run of an import', () => {
  it('counts what is new, changed, unchanged and refused, and the import then does that', async () => {
    const [fresh, same, moved, away] = [newAddress(), newAddress(), newAddress(), newAddress()];
    await customer.secret.post('/contacts', { email: same, data: { plan: 'gold', n: 1 } });
    await customer.secret.post('/contacts', { email: moved, data: { plan: 'free' } });
    await customer.secret.post('/contacts', { email: away });
    const large = 'x'.repeat(66_000);
    const csv = [
      'email,plan,n,subscribed,note',
      `${fresh},gold,1,,`,
      `${same},gold,1,yes,`,
      `${moved},gold,,,`,
      `${away},,,no,`,
      'nobody,gold,,,',
      `${newAddress()},gold,,,${large}`,
      `${fresh},silver,2,,`,
    ].join('\n');
    const before = await Promise.all([same, moved, away].map(contactOf));
    const trial = await imported(csv, { dryRun: true });
    expect(trial).toMatchObject({ state: 'completed', progress: 100 });
    const counts = {
      ...{ totalRows: 7, successCount: 4, createdCount: 1, updatedCount: 3, unchangedCount: 1 },
      ...{ failureCount: 2, duplicateCount: 1, similarFields: [] },
    };
    const errors = [
      { row: 6, line: 6, email: 'nobody', error: 'email is no email address' },
      { row: 7, line: 7, email: expect.any(String), error: expect.stringContaining('data') },
    ];
    expect(trial.result).toEqual({ ...counts, dryRun: true, errors });
    expect(await contactOf(fresh)).toBeUndefined();
    expect(await Promise.all([same, moved, away].map(contactOf))).toEqual(before);
    expect((await imported(csv)).result).toEqual({ ...counts, dryRun: false, errors });
    expect(await contactOf(fresh)).toMatchObject({ data: { plan: 'silver', n: 2 } });
    expect(await contactOf(same)).toEqual(before[0]);
    expect(await contactOf(moved)).toMatchObject({ data: { plan: 'gold' } });
    expect(await contactOf(away)).toMatchObject({ subscribed: false });
    const { result } = await imported(csv, { dryRun: true });
    expect(result).toMatchObject({ createdCount: 0, updatedCount: 4, unchangedCount: 4, failureCount: 2 });
  });

  it('of a file that cannot be read to its end fails with the reason', async () => {
    const job = await imported('email\na@x.example\n"b@x.example\n', { dryRun: true });
    expect(job).toMatchObject({ state: 'failed', failedReason: expect.stringMatching(/never closed/) });
  });

  it('is asked for with true or false', async () => {
    const form = new FormData();
    form.append('file', new Blob(['email\n'], { type: 'text/csv' }), 'people.csv');
    expectError(await customer.secret.call('POST', '/contacts/import?dryRun=maybe', form), 'BAD_REQUEST');
  });
});

describe('a mapping', () => {
  it('gives the columns of a file their fields', async () => {
    const email = newAddress();
    const mapping = { 'E-Mail': 'email', Newsletter: 'subscribed', Vorname: 'data.firstName', Notes: 'ignore' };
    const csv = `E-Mail;Newsletter;Vorname;Notes;plan\n${email};no;Ada;secret;pro`;
    const trial = await imported(csv, { mapping, dryRun: true });
    expect(trial.result).toMatchObject({ createdCount: 1, failureCount: 0 });
    expect((await imported(csv, { mapping })).result).toMatchObject({ createdCount: 1, failureCount: 0 });
    expect(await contactOf(email)).toMatchObject({ subscribed: false, data: { firstName: 'Ada', plan: 'pro' } });
    expect((await contactOf(email)).data).toEqual({ firstName: 'Ada', plan: 'pro' });
  });

  test.each<[string, unknown, Record<string, string>]>([
    ['that is no JSON', '{', { mapping: 'syntax' }],
    ['that is a list', ['email'], { mapping: 'invalid_type' }],
    ['with a number', { mail: 1 }, { mapping: 'invalid_type' }],
    [
      'with 201 columns',
      Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`c${n}`, 'ignore'])),
      { mapping: 'too_big' },
    ],
    ['of more than 64 KB', { mail: `data.${'x'.repeat(66_000)}` }, { mapping: 'too_big' }],
    ['of a column that the file does not have', { mail: 'email', none: 'ignore' }, { 'mapping.none': 'not_found' }],
    ['to a field that is none', { mail: 'email', plan: 'plan' }, { 'mapping.plan': 'invalid_enum' }],
    ['of two columns to one field', { mail: 'email', plan: 'email' }, { file: 'invalid_string' }],
    ['without a column for the address', { mail: 'data.mail' }, { file: 'required' }],
  ])('%s is refused', async (_what, mapping, fields) => {
    expectError(await upload(`mail,plan\n${newAddress()},pro`, { mapping }), 'VALIDATION_ERROR', fields);
  });
});
