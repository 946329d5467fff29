import { System } from '@waybill/testing/system';
import { expectError } from './expect-error';
import { Person } from './person';

let system: System;

beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

/** The same account in another browser. */
async function elsewhere(person: Person, userAgent: string): Promise<Person> {
  const other = new Person(system.client(), person.email, person.password);
  other.headers = { 'user-agent': userAgent };
  expect((await other.login()).status).toBe(200);
  return other;
}

describe('the sessions of an account', () => {
  it('are listed with the browser that opened each, and are those of this account alone', async () => {
    const [person, stranger] = await Promise.all([
      new Person(system.client()).settle(),
      new Person(system.client()).settle(),
    ]);
    const phone = await elsewhere(person, 'Phone 1.0');
    const { status, body } = await phone.get('/users/@me/sessions');
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: expect.any(String),
        createdAt: expect.stringMatching(/Z$/),
        expiresAt: expect.stringMatching(/Z$/),
        userAgent: 'Phone 1.0',
        current: true,
      },
      expect.objectContaining({ current: false }),
    ]);
    expect((await stranger.get('/users/@me/sessions')).body).toHaveLength(1);
  });

  it('end but for the one that asks', async () => {
    const person = await new Person(system.client()).settle();
    const phone = await elsewhere(person, 'Phone 1.0');
    const stranger = await new Person(system.client()).settle();
    expect((await phone.delete('/users/@me/sessions')).body).toEqual({ ended: 1 });
    expectError(await person.get('/users/@me'), 'UNAUTHORIZED');
    expect((await phone.get('/users/@me')).status).toBe(200);
    expect((await stranger.get('/users/@me')).status).toBe(200);
  });
});
