import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';

let system: System;
let customer: Customer;
let stranger: Customer;

beforeAll(async () => {
  system = await System.shared();
  [customer, stranger] = await Promise.all([Customer.join(system), Customer.join(system)]);
});
afterAll(() => system?.stop());

/** The contact of an address as `GET /contacts` shows it; undefined when there is none. */
async function contactOf(email: string, owner = customer): Promise<any> {
  return (await owner.secret.get(`/contacts?search=${email}`)).body.data[0];
}

/** The suppression of an address; undefined when there is none. */
async function suppressionOf(email: string, owner = customer): Promise<any> {
  return (await owner.secret.get(`/suppressions?search=${encodeURIComponent(email)}`)).body.data[0];
}

async function statusOf(answer: { body: any }): Promise<string> {
  const id = answer.body.data.emails[0].email;
  return eventually('an end of the email', async () => {
    const { status } = (await customer.secret.get(`/emails/${id}`)).body;
    return ['QUEUED', 'SENDING'].includes(status) ? null : status;
  });
}

/** The address complained: its contact is suppressed. */
async function complain(email: string): Promise<any> {
  await customer.send({ to: email });
  return eventually('the complaint', async () => (await contactOf(email))?.suppression && contactOf(email));
}

const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);

describe('an address that complained', () => {
  const email = 'complaint@simulator.test';

  it('stays suppressed when its contact is deleted and made again with the public key', async () => {
    const contact = await complain(email);
    expect(contact).toMatchObject({ subscribed: false, suppression: { reason: 'complaint', since } });
    expect(await suppressionOf('Complaint@Simulator.test')).toEqual({ email, ...contact.suppression });
    expect((await customer.secret.delete(`/contacts/${contact.id}`)).status).toBe(204);
    // The list shows the hash of an erased person's address to nobody; the one that names the address finds it.
    const listed = (await customer.secret.get('/suppressions')).body.data;
    expect(listed).toContainEqual({ email: null, ...contact.suppression });
    expect(JSON.stringify(listed)).not.toContain(email);
    expect(await suppressionOf(email)).toEqual({ email, ...contact.suppression });

    await customer.public.post('/v1/track', { email, event: 'came back', subscribed: true });
    const again = await contactOf(email);
    expect(again.id).not.toBe(contact.id);
    expect(again).toMatchObject({ subscribed: false, suppression: contact.suppression });
    expect(await statusOf(await customer.send({ to: email }))).toBe('SUPPRESSED');
  });

  it('is another one in another project', async () => {
    expect(await suppressionOf(email, stranger)).toBeUndefined();
    expectError(await stranger.secret.delete(`/suppressions/${email}`), 'NOT_FOUND');
    expect(await suppressionOf(email)).toBeDefined();
  });

  it('is emailed again after the secret key has lifted the suppression; the contact stays unsubscribed', async () => {
    expectError(await customer.public.delete(`/suppressions/${email}`), 'INVALID_API_KEY');
    expect((await customer.secret.delete(`/suppressions/${encodeURIComponent(email)}`)).status).toBe(204);
    expectError(await customer.secret.delete(`/suppressions/${email}`), 'NOT_FOUND');
    expect(await contactOf(email)).toMatchObject({ subscribed: false, suppression: null });
    expect(await suppressionOf(email)).toBeUndefined();
    expect(await statusOf(await customer.send({ to: email }))).not.toBe('SUPPRESSED');
  });

  it('is emailed again when the secret key subscribes the deleted contact anew', async () => {
    const contact = await complain(email);
    await customer.secret.delete(`/contacts/${contact.id}`);
    const { status, body } = await customer.secret.post('/contacts', { email, subscribed: true });
    expect(status).toBe(201);
    expect(body).toMatchObject({ subscribed: true, suppression: null });
    expect(await suppressionOf(email)).toBeUndefined();
  });
});

describe('an address that the project suppresses', () => {
  it('needs no contact, and suppresses the one that is made later', async () => {
    const email = newAddress();
    const added = await customer.secret.post('/suppressions', { email: ` ${email.toUpperCase()}` });
    expect(added).toMatchObject({ status: 201, body: { email, reason: 'manual', since } });
    expect(await customer.secret.post('/suppressions', { email })).toMatchObject({ status: 200, body: added.body });
    expect(await statusOf(await customer.send({ to: email }))).toBe('SUPPRESSED');
    expect(await contactOf(email)).toMatchObject({ suppression: { reason: 'manual', since: added.body.since } });
  });

  it('unsubscribes its contact; a new address of the contact is not suppressed, and the old one stays', async () => {
    const email = newAddress();
    const { id } = (await customer.secret.post('/contacts', { email })).body;
    const added = await customer.secret.post('/suppressions', { email, reason: 'bounce' });
    expect(added).toMatchObject({ status: 201, body: { reason: 'bounce' } });
    const shown = (await customer.secret.get(`/contacts/${id}`)).body;
    expect(shown).toMatchObject({ subscribed: false, suppression: { reason: 'bounce', since: added.body.since } });
    const moved = await customer.secret.patch(`/contacts/${id}`, { email: newAddress() });
    expect(moved.body).toMatchObject({ subscribed: false, suppression: null });
    expect(await suppressionOf(email)).toMatchObject({ reason: 'bounce' });
    const back = await customer.secret.patch(`/contacts/${id}`, { email });
    expect(back.body).toMatchObject({ suppression: { reason: 'bounce' } });
  });

  it('is refused with the field that is wrong', async () => {
    const invalid = await customer.secret.post('/suppressions', { email: 'nobody', reason: 'because' });
    expectError(invalid, 'VALIDATION_ERROR', { email: 'invalid_email', reason: 'invalid_enum' });
    expectError(await customer.public.post('/suppressions', { email: newAddress() }), 'INVALID_API_KEY');
    expectError(await customer.public.get('/suppressions'), 'INVALID_API_KEY');
  });
});

it('the list has pages, newest first, and a total on the first', async () => {
  const emails = Array.from({ length: 5 }, newAddress);
  for (const email of emails) await stranger.secret.post('/suppressions', { email });
  const pages: any[] = [];
  for (let cursor = ''; pages.length < 3; cursor = `&cursor=${pages.at(-1).cursor}`) {
    pages.push((await stranger.secret.get(`/suppressions?limit=2${cursor}`)).body);
  }
  expect(pages.flatMap(({ data }) => data.map(({ email }: any) => email))).toEqual(emails.toReversed());
  expect(pages.map(({ total, hasMore }) => [total, hasMore])).toEqual([
    [5, true],
    [0, true],
    [0, false],
  ]);
  expectError(await stranger.secret.get('/suppressions?cursor=e30'), 'BAD_REQUEST');
});
