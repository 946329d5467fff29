import { eventually } from '@waybill/testing/eventually';
import type { ServiceProcess } from '@waybill/testing/process/service-process';
import { ApiClient } from '@waybill/testing/api-client';
import { System } from '@waybill/testing/system';
import { expectError } from './expect-error';
import { mailedToken, Person } from './person';
import { makeProjects, storedKeys, waitingAccountMails } from './rows/identity';

describe('projects and members, with two gateways', () => {
  let system: System;
  let second: ServiceProcess;
  const person = (): Person => new Person(system.client());
  const elsewhere = (key?: string): ApiClient => new ApiClient(`http://127.0.0.1:${second.port}`, key);
  const event = { email: 'someone@people.example', event: 'seen' };

  beforeAll(async () => {
    system = await System.shared();
    second = await system.addInstance('gateway', 'second gateway');
  });
  afterAll(() => system.stop());

  it('carries a new user from sign-up to keys that work, a colleague, and keys that no longer work', async () => {
    const ada = await person().settle();
    const project = await ada.createProject('Engines');
    expect(project).toMatchObject({
      name: 'Engines',
      role: 'OWNER',
      disabled: false,
      tracking: 'ENABLED',
      language: 'en',
    });
    expect(project.public).toMatch(/^pk_[A-Za-z0-9]{48}$/);
    expect(project.secret).toMatch(/^sk_[A-Za-z0-9]{48}$/);
    expect((await system.client(project.public).post('/v1/track', event)).status).toBe(200);
    expect((await elsewhere(project.secret).post('/v1/track', event)).status).toBe(200);

    const members = `/projects/${project.id}/members`;
    const bob = person();
    expect((await ada.post(members, { email: bob.email })).status).toBe(201);
    expect((await ada.get(members)).body.data[1]).toMatchObject({
      email: bob.email,
      role: 'MEMBER',
      status: 'PENDING',
    });
    const invitation = await mailedToken(bob.client, bob.email, 'You are invited');
    const joined = await bob.post('/auth/signup', { email: bob.email, password: bob.password, invitation });
    expect(joined.status).toBe(201);
    expect((await bob.get('/users/@me/projects')).body).toMatchObject([{ id: project.id, role: 'MEMBER' }]);
    expect((await ada.get(members)).body.data[1]).toMatchObject({ userId: joined.body.data.id, status: 'ACTIVE' });

    const rotated = await ada.post(`/users/@me/projects/${project.id}/regenerate-keys`);
    expect(rotated.status).toBe(200);
    for (const client of [system.client(project.secret), elsewhere(project.secret), elsewhere(project.public)]) {
      expect((await client.post('/v1/track', event)).body.error.code).toBe('INVALID_API_KEY');
    }
    for (const client of [system.client(rotated.body.public), elsewhere(rotated.body.secret)]) {
      expect((await client.post('/v1/track', event)).status).toBe(200);
    }
    const [listed] = (await ada.get('/users/@me/projects')).body;
    expect(listed.public).toBe(rotated.body.public);
    expect(listed.secret).toBe(`sk_…${rotated.body.secret.slice(-4)}`);
  });

  it('refuses the old keys at the first call on every gateway, ten times over', async () => {
    const ada = await person().settle();
    let keys = await ada.createProject();
    for (let round = 0; round < 10; round++) {
      const old = keys.secret;
      await Promise.all([system.client(old).post('/v1/track', event), elsewhere(old).post('/v1/track', event)]);
      keys = (await ada.post(`/users/@me/projects/${keys.id}/regenerate-keys`)).body;
      const answers = await Promise.all(
        [elsewhere(old), system.client(old)].map((one) => one.post('/v1/track', event)),
      );
      expect(answers.map((answer) => answer.status)).toEqual([401, 401]);
    }
  });

  it('keeps no key that a dump of the database would give away', async () => {
    const ada = await person().settle();
    const { secret } = await ada.createProject();
    const stored = await storedKeys(system);
    expect(stored.some((text) => text.includes(secret.slice(5, 40)))).toBe(false);
  });

  it('treats an invitation alike whether or not the address has an account', async () => {
    const ada = await person().settle();
    const { id } = await ada.createProject();
    const known = await person().settle();
    const unknown = person();
    const invite = (email: string) => ada.post(`/projects/${id}/members`, { email, role: 'ADMIN' });
    const [yes, no] = [await invite(known.email), await invite(unknown.email)];
    const shape = ({ status, body }: any) => ({ status, ...body.data, userId: '', email: '', createdAt: '' });
    expect(shape(yes)).toEqual(shape(no));
    expect((await known.get('/users/@me/projects')).body).toMatchObject([{ id, role: 'ADMIN' }]);
    const { data } = (await ada.get(`/projects/${id}/members`)).body;
    expect(data.map((member: any) => member.status).sort()).toEqual(['ACTIVE', 'ACTIVE', 'PENDING']);
    expect((await invite(known.email)).body.error.code).toBe('CONFLICT');
  });

  it('gives an invitation only to the owner of the mailbox', async () => {
    const ada = await person().settle();
    const { id } = await ada.createProject();
    const bob = person();
    await ada.post(`/projects/${id}/members`, { email: bob.email });
    // Somebody who signed up with the address but cannot read its mail.
    const thief = new Person(system.client(), bob.email);
    await thief.signup();
    expect((await thief.get('/users/@me/projects')).body.error.code).toBe('EMAIL_VERIFICATION_REQUIRED');
    const other = person();
    const invitation = await mailedToken(bob.client, bob.email, 'You are invited');
    const stolen = await other.post('/auth/signup', { email: other.email, password: 'long enough', invitation });
    expect(stolen.status).toBe(400);
    await bob.post('/auth/signup', { email: bob.email, password: bob.password, invitation });
    expect((await bob.get('/users/@me/projects')).body).toMatchObject([{ id, role: 'MEMBER' }]);
    expect((await thief.get('/users/@me/projects')).body.error.code).toBe('EMAIL_VERIFICATION_REQUIRED');
  });

  it('does not lower the role of an invitation that is repeated', async () => {
    const ada = await person().settle();
    const { id } = await ada.createProject();
    const bob = person();
    const invite = async (role?: string) => {
      const { body } = await ada.post(`/projects/${id}/members`, { email: bob.email, role });
      return body.data.role;
    };
    expect([await invite('MEMBER'), await invite('ADMIN'), await invite('MEMBER'), await invite()]).toEqual([
      ...['MEMBER', 'ADMIN', 'ADMIN', 'ADMIN'],
    ]);
  });

  it('lets the owner, and no key or admin, hand the project over to a member', async () => {
    const [ada, bob, eve] = [await person().settle(), await person().settle(), await person().settle()];
    const { id, secret } = await ada.createProject();
    const members = `/projects/${id}/members`;
    for (const { email } of [bob, eve]) await ada.post(members, { email, role: 'ADMIN' });
    const pending = (await ada.post(members, { email: person().email })).body.data.userId;
    await bob.get('/users/@me/projects');
    await eve.get('/users/@me/projects');
    const idOf = async (email: string) =>
      (await ada.get(members)).body.data.find((one: any) => one.email === email).userId;
    const heir = `${members}/${await idOf(bob.email)}`;
    const owner = `${members}/${await idOf(ada.email)}`;
    expectError(await eve.patch(heir, { role: 'OWNER' }), 'FORBIDDEN');
    expectError(await system.client(secret).patch(heir, { role: 'OWNER' }), 'FORBIDDEN');
    expectError(await ada.patch(`${members}/${pending}`, { role: 'OWNER' }), 'CONFLICT');
    expectError(await ada.patch(owner, { role: 'ADMIN' }), 'FORBIDDEN');
    expect((await ada.patch(heir, { role: 'OWNER' })).body).toMatchObject({
      data: { email: bob.email, role: 'OWNER' },
    });
    const roles = Object.fromEntries((await bob.get(members)).body.data.map((one: any) => [one.email, one.role]));
    expect(roles).toMatchObject({ [ada.email]: 'ADMIN', [bob.email]: 'OWNER', [eve.email]: 'ADMIN' });
    expectError(await ada.patch(`${members}/${await idOf(eve.email)}`, { role: 'OWNER' }), 'FORBIDDEN');
    expect((await bob.delete(owner)).status).toBe(204);
  });

  it('holds members to their roles', async () => {
    const ada = await person().settle();
    const { id, secret } = await ada.createProject();
    const [bob, eve] = [await person().settle(), await person().settle()];
    await ada.post(`/projects/${id}/members`, { email: bob.email });
    await bob.get('/users/@me/projects');
    const [owner, member] = (await ada.get(`/projects/${id}/members`)).body.data;
    const code = async (answer: Promise<any>) => (await answer).body?.error?.code ?? (await answer).status;
    expect(await code(bob.get(`/projects/${id}/members`))).toBe(200);
    expect(await code(bob.post(`/projects/${id}/members`, { email: eve.email }))).toBe('FORBIDDEN');
    expect(await code(bob.patch(`/projects/${id}/members/${member.userId}`, { role: 'ADMIN' }))).toBe('FORBIDDEN');
    expect(await code(bob.delete(`/projects/${id}/members/${owner.userId}`))).toBe('FORBIDDEN');
    expect(await code(bob.patch(`/users/@me/projects/${id}`, { name: 'Mine' }))).toBe('FORBIDDEN');
    expect(await code(bob.post(`/users/@me/projects/${id}/regenerate-keys`))).toBe('FORBIDDEN');
    expect(await code(eve.get(`/projects/${id}/members`))).toBe('NOT_FOUND');
    expect(await code(eve.delete(`/projects/${id}/members/${member.userId}`))).toBe('NOT_FOUND');

    expect(await code(ada.patch(`/projects/${id}/members/${member.userId}`, { role: 'BOSS' }))).toBe(
      'VALIDATION_ERROR',
    );
    expect(await code(ada.patch(`/projects/${id}/members/${member.userId}`, { role: 'ADMIN' }))).toBe(200);
    expect(await code(bob.patch(`/users/@me/projects/${id}`, { name: 'Ours' }))).toBe(200);
    expect(await code(bob.patch(`/projects/${id}/members/${owner.userId}`, { role: 'MEMBER' }))).toBe('FORBIDDEN');
    expect(await code(bob.delete(`/projects/${id}/members/${owner.userId}`))).toBe('FORBIDDEN');
    expect(await code(ada.delete(`/projects/${id}/members/${owner.userId}`))).toBe('FORBIDDEN');
    expect(await code(system.client(secret).get(`/projects/${id}/members`))).toBe(200);
    expect(await code(ada.delete(`/projects/${id}/members/${member.userId}`))).toBe(204);
    expect(await code(bob.get(`/projects/${id}/members`))).toBe('NOT_FOUND');
    expect((await bob.get('/users/@me/projects')).body).toEqual([]);
  });

  it('takes no column that a caller has no business with', async () => {
    const ada = await person().settle();
    const fields = { id: crypto.randomUUID(), disabled: true, disabled_at: '2020-01-01', deleted_at: '2020-01-01' };
    const project = (await ada.post('/users/@me/projects', { name: 'Plain', role: 'MEMBER', ...fields })).body;
    expect(project).toMatchObject({ name: 'Plain', role: 'OWNER', disabled: false });
    expect(project.id).not.toBe(fields.id);
    const changed = await ada.patch(`/users/@me/projects/${project.id}`, {
      ...fields,
      tracking: false,
      language: 'de',
    });
    expect(changed.body).toMatchObject({ id: project.id, name: 'Plain', tracking: 'DISABLED', language: 'de' });
  });

  it('keeps the brand of a project, replaces it as a whole, and refuses what is no colour or address', async () => {
    const ada = await person().settle();
    const project = (await ada.post('/users/@me/projects', { name: 'Plain' })).body;
    expect(project.brand).toBeNull();
    const path = `/users/@me/projects/${project.id}`;
    const brand = { logoUrl: 'https://pictures.example/logo.png', button: '#aa0011', footer: 'Acme Ltd' };
    expect((await ada.patch(path, { brand })).body.brand).toEqual(brand);
    expect((await ada.patch(path, { language: 'de' })).body).toMatchObject({ brand, language: 'de' });
    for (const [field, value] of [
      ['button', 'red'],
      ['button', '#aa00112'],
      ['logoUrl', 'javascript:alert(1)'],
      ['logoUrl', 'https://pictures.example/">'],
      ['logoUrl', 'http://pictures.example/logo.png'],
      ['footer', 'x'.repeat(501)],
    ]) {
      const answer = await ada.patch(path, { brand: { [field!]: value } });
      expect(answer.body.error).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ field: `brand.${field}` }] });
    }
    expect((await ada.patch(path, { brand: { text: '#112233' } })).body.brand).toEqual({ text: '#112233' });
    expect((await ada.patch(path, { brand: null })).body.brand).toBeNull();
  });

  it('lets one account own a hundred projects', async () => {
    const ada = await person().settle();
    const { id } = (await ada.get('/users/@me')).body;
    await makeProjects(system, id, 99);
    const tries = await Promise.all(['a', 'b', 'c'].map((name) => ada.post('/users/@me/projects', { name })));
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
    expect(tries.find(({ status }) => status === 403)?.body.error.code).toBe('FORBIDDEN');
  });

  it.each(['', ' ', ' edge', 'zero\u200bwidth', 'line\nbreak', 'x'.repeat(101), 'right\u202eleft'])(
    'refuses the project name %j',
    async (name) => {
      const ada = await person().settle();
      const answer = await ada.post('/users/@me/projects', { name });
      expect(answer.body.error).toMatchObject({ code: 'VALIDATION_ERROR', errors: [{ field: 'name' }] });
    },
  );

  it('sends at most three invitations an hour to one address, from however many projects', async () => {
    const ada = await person().settle();
    const victim = person();
    for (let round = 0; round < 5; round++) {
      const { id } = await ada.createProject();
      expect((await ada.post(`/projects/${id}/members`, { email: victim.email })).status).toBe(201);
    }
    await eventually('the mails are made', async () => (await waitingAccountMails(system)) === 0);
    const mails = async () => (await victim.get(`/mailbox/messages?search=${victim.email}`)).body.data;
    await eventually('three mails', async () => (await mails()).length >= 3);
    expect(await mails()).toHaveLength(3);
  });
});
