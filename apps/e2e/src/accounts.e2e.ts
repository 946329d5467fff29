import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { mailedToken, mailsTo, Person } from './person';

describe('accounts', () => {
  let system: System;
  const person = (): Person => new Person(system.client());

  beforeAll(async () => {
    const gateway = { AUTH_REQUESTS_PER_MINUTE: '0', TRUST_PROXY: '127.0.0.1' };
    system = await System.start({ env: { gateway } });
  }, 240_000);
  afterAll(() => system.stop(), 30_000);

  it('takes a sign-up, and the account is good once the mail has come back', async () => {
    const ada = person();
    const signup = await ada.signup();
    expect(signup.status).toBe(201);
    expect(signup.body).toEqual({ success: true, data: { id: expect.any(String), email: ada.email } });
    expect(signup.headers.get('set-cookie')).toMatch(
      /^waybill_session=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const before = await ada.get('/users/@me');
    expect(before.body).toMatchObject({ email: ada.email, emailVerified: false, type: 'PASSWORD' });
    expect((await ada.get('/users/@me/projects')).body.error.code).toBe('EMAIL_VERIFICATION_REQUIRED');

    const token = await mailedToken(ada.client, ada.email, 'Verify');
    expect((await ada.post('/auth/verify-email', { token })).status).toBe(200);
    const after = await ada.get('/users/@me');
    expect(after.body).toMatchObject({ id: signup.body.data.id, email: ada.email, emailVerified: true });
    expect((await ada.get('/users/@me/projects')).body).toEqual([]);
    expect((await ada.post('/auth/verify-email', { token })).body.error.code).toBe('BAD_REQUEST');
  });

  it('signs in by address in any case and password, and out again for good', async () => {
    const ada = await person().settle();
    ada.cookie = '';
    const login = await ada.post('/auth/login', { email: ` ${ada.email.toUpperCase()}`, password: ada.password });
    expect(login.status).toBe(200);
    expect(login.body).toMatchObject({ success: true, data: { email: ada.email } });
    expect((await ada.get('/users/@me')).status).toBe(200);
    const stolen = ada.cookie;
    const logout = await ada.get('/auth/logout');
    expect(logout.status).toBe(200);
    expect(logout.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await ada.get('/users/@me', { cookie: stolen })).body.error.code).toBe('UNAUTHORIZED');
  });

  it('changes a forgotten password by mail, once, and ends every session with it', async () => {
    const ada = await person().settle();
    const other = new Person(system.client(), ada.email, ada.password);
    await other.login();
    await ada.post('/auth/request-password-reset', { email: ada.email }, { host: 'evil.example' });
    const token = await mailedToken(ada.client, ada.email, 'Choose');
    expect((await ada.post('/auth/verify-email', { token })).status).toBe(400);
    expect((await ada.post('/auth/reset-password', { token, password: 'a new password' })).status).toBe(200);
    expect((await other.get('/users/@me')).status).toBe(401);
    expect((await ada.login()).body.error.code).toBe('INVALID_CREDENTIALS');
    expect((await ada.login('a new password')).status).toBe(200);
    expect((await ada.post('/auth/reset-password', { token, password: 'another one' })).status).toBe(400);
    const [mail] = await mailsTo(ada.client, ada.email, 'Choose');
    expect((await ada.client.get(`/mailbox/messages/${mail.id}`)).body.html).not.toContain('evil.example');
  });

  it('voids the older token when a newer one is asked for', async () => {
    const ada = await person().settle();
    await ada.post('/auth/request-password-reset', { email: ada.email });
    const first = await mailedToken(ada.client, ada.email, 'Choose');
    await ada.post('/auth/request-password-reset', { email: ada.email });
    await eventually('a second mail', async () => (await mailsTo(ada.client, ada.email, 'Choose')).length === 2);
    expect((await ada.post('/auth/reset-password', { token: first, password: 'a new password' })).status).toBe(400);
  });

  it('lets no token live longer than its hour', async () => {
    const ada = await person().settle();
    await ada.post('/auth/request-password-reset', { email: ada.email });
    const token = await mailedToken(ada.client, ada.email, 'Choose');
    await system.database.db.query(`UPDATE identity.token SET expires_at = expires_at - interval '1 hour'`);
    expect((await ada.post('/auth/reset-password', { token, password: 'a new password' })).status).toBe(400);
  });

  it('sends at most three mails an hour for one address, whatever is asked', async () => {
    const ada = await person().settle();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => ada.post('/auth/request-password-reset', { email: ada.email })),
    );
    expect(new Set(answers.map((answer) => `${answer.status}${JSON.stringify(answer.body)}`)).size).toBe(1);
    await eventually('the mails are made', async () => {
      const rows = await system.database.db.query('SELECT 1 FROM identity.account_mail');
      return rows.length === 0;
    });
    await eventually('three mails', async () => (await mailsTo(ada.client, ada.email, 'Choose')).length === 3);
  });

  it.each([
    ['a password of seven characters', { email: 'a@people.example', password: 'x'.repeat(7) }, 'password', 'too_big'],
    ['a password of 129 characters', { email: 'a@people.example', password: 'x'.repeat(129) }, 'password', 'too_big'],
    ['two addresses in one', { email: 'a@people.example,b@people.example', password: 'long enough' }, 'email', ''],
  ])('refuses a sign-up with %s', async (_name, body, field) => {
    const answer = await person().post('/auth/signup', body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.errors[0].field).toBe(field);
  });
});

describe('what a stranger can learn about accounts', () => {
  let system: System;
  let known: Person;
  const person = (): Person => new Person(system.client());
  const shape = (answer: { status: number; body: any; headers: Headers }) => {
    const { error, data, ...rest } = answer.body;
    const { requestId: _requestId, ...told } = error ?? {};
    const { id: _id, email: _email, ...more } = data ?? {};
    const cookie = answer.headers.get('set-cookie')?.replace(/=[\w.-]+;/, '=…;');
    return { status: answer.status, ...rest, timestamp: '', told, more, cookie };
  };

  beforeAll(async () => {
    system = await System.start({ env: { gateway: { AUTH_REQUESTS_PER_MINUTE: '0', TRUST_PROXY: '127.0.0.1' } } });
    known = await person().settle();
  }, 240_000);
  afterAll(() => system.stop(), 30_000);

  it('is the same answer to a wrong password for known and unknown addresses', async () => {
    expect(shape(await person().login())).toEqual(shape(await new Person(system.client(), known.email).login()));
  });

  it('is the same answer to a sign-up, and to signing in after it', async () => {
    const [taken, free] = [new Person(system.client(), known.email), person()];
    expect(shape(await taken.signup())).toEqual(shape(await free.signup()));
    const [me, other] = [await taken.get('/users/@me'), await free.get('/users/@me')];
    expect(Object.keys(me.body)).toEqual(Object.keys(other.body));
    expect(me.body.emailVerified).toBe(other.body.emailVerified);
    expect(shape(await taken.login())).toEqual(shape(await free.login()));
    expect(shape(await taken.get('/users/@me/projects'))).toEqual(shape(await free.get('/users/@me/projects')));
    const mail = await eventually('a mail to the owner', async () => {
      return (await mailsTo(known.client, known.email, 'You already'))[0];
    });
    expect((await known.client.get(`/mailbox/messages/${mail.id}`)).body.html).not.toContain('token=');
  });

  it('does not let a second sign-up for a known address change its password', async () => {
    const owner = new Person(system.client(), known.email, known.password);
    expect((await owner.login()).status).toBe(200);
    expect((await owner.get('/users/@me')).body.emailVerified).toBe(true);
  });

  it.each(['/auth/request-password-reset', '/auth/request-verification'])('is the same answer of %s', async (path) => {
    const [yes, no] = [known.email, person().email];
    expect(shape(await person().post(path, { email: yes }))).toEqual(shape(await person().post(path, { email: no })));
  });

  it('is not in the time that login, reset and sign-up take', async () => {
    const time = async (call: () => Promise<unknown>): Promise<number> => {
      const began = performance.now();
      await call();
      return performance.now() - began;
    };
    const medians = async (call: (email: string) => Promise<unknown>) => {
      const times: [number[], number[]] = [[], []];
      for (let round = 0; round < 9; round++) {
        times[0].push(await time(() => call(known.email)));
        times[1].push(await time(() => call(person().email)));
      }
      return times.map((list) => list.sort((a, b) => a - b)[4] as number) as [number, number];
    };
    let caller = 0;
    const from = () => ({ 'x-forwarded-for': `198.51.100.${++caller}` });
    const calls: ((email: string) => Promise<unknown>)[] = [
      (email) => person().post('/auth/login', { email, password: 'a wrong one' }, from()),
      (email) => person().post('/auth/request-password-reset', { email }),
      (email) => person().post('/auth/signup', { email, password: 'long enough' }),
    ];
    for (const call of calls) {
      const [yes, no] = await medians(call);
      expect(Math.abs(yes - no)).toBeLessThan(Math.max(0.4 * Math.max(yes, no), 8));
    }
  });
});

describe('guessing a password', () => {
  let system: System;

  beforeAll(async () => {
    system = await System.start({ env: { gateway: { AUTH_REQUESTS_PER_MINUTE: '0', TRUST_PROXY: '127.0.0.1' } } });
  }, 240_000);
  afterAll(() => system.stop(), 30_000);

  it('is stopped after some tries from one address, while the owner signs in from another', async () => {
    const owner = await new Person(system.client()).settle();
    const stranger = new Person(system.client(), owner.email, 'guess');
    stranger.headers = { 'x-forwarded-for': '203.0.113.9' };
    const answers = [];
    for (let attempt = 0; attempt < 50; attempt++) answers.push(await stranger.login(`guess ${attempt}`));
    expect(answers[0]?.status).toBe(401);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(40);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    owner.headers = { 'x-forwarded-for': '192.0.2.44' };
    expect((await owner.login()).status).toBe(200);
  }, 240_000);

  it('leaves other routes quick: they do not wait in the line of those who sign in', async () => {
    const project = await system.createProject();
    const track = () =>
      system.client(project.publicKey).post('/v1/track', { email: 'a@people.example', event: 'seen' });
    await track();
    let waiting = 60;
    const storm = Array.from({ length: waiting }, (_, index) => {
      const person = new Person(system.client());
      person.headers = { 'x-forwarded-for': `198.51.100.${index}` };
      return person.login().finally(() => waiting--);
    });
    for (let call = 0; call < 5; call++) expect((await track()).status).toBe(200);
    expect(waiting).toBeGreaterThan(20);
    const statuses = new Set((await Promise.all(storm)).map((answer) => answer.status));
    expect([...statuses]).toEqual([401]);
  }, 240_000);
});
