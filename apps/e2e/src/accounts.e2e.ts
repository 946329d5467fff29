import { createHmac } from 'node:crypto';
import { eventually } from '@waybill/testing/eventually';
import { sharedSettings, System } from '@waybill/testing/system';
import { findBrowser, openBrowser } from '@waybill/testing/browser';
import { fillIn, mailedLink } from './account-pages';
import { expectError } from './expect-error';
import { differenceOf } from './paired-times';
import { mailedToken, mailsTo, Person } from './person';
import { expectProtected } from './protection';
import { ageTokens, endSession, forgetAttempts, mailSubjectsTo, waitingAccountMails } from './rows/identity';

const { sessionSecret } = sharedSettings;

/** A session cookie with these claims, signed as told: by default as the gateway itself does it. */
function forge(
  claims: object,
  header: object = { alg: 'HS256', typ: 'JWT' },
  hash: string | null = 'sha256',
  use = 'session',
) {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const key = createHmac('sha256', sessionSecret).update(use).digest();
  return `waybill_session=${text}.${hash ? createHmac(hash, key).update(text).digest('base64url') : ''}`;
}

describe('accounts', () => {
  let system: System;
  const person = (): Person => new Person(system.client());

  beforeAll(async () => {
    system = await System.shared();
  });
  afterAll(() => system.stop());

  it('accepts only a cookie that it signed itself, for this use, and that has not expired', async () => {
    const ada = await person().settle();
    const claims = JSON.parse(Buffer.from(ada.cookie.split('.')[1]!, 'base64url').toString());
    expect(Object.keys(claims).sort()).toEqual(['exp', 'iat', 'sid', 'sub']);
    expect(claims.exp - claims.iat).toBe(7 * 24 * 60 * 60);
    const me = async (cookie: string) => (await system.client().get('/users/@me', { cookie })).status;
    expect(await me(forge(claims))).toBe(200);
    const { body } = await (await person().settle()).get('/users/@me');
    const now = Math.floor(Date.now() / 1_000);
    const forged = {
      'is over': forge({ ...claims, exp: now - 1 }),
      'begins later': forge({ ...claims, nbf: now + 600 }),
      'is not signed': forge(claims, { alg: 'none', typ: 'JWT' }, null),
      'is signed but says it is not': forge(claims, { alg: 'none', typ: 'JWT' }),
      'has another algorithm': forge(claims, { alg: 'HS512', typ: 'JWT' }, 'sha512'),
      'has the algorithm of key pairs': forge(claims, { alg: 'RS256', typ: 'JWT' }),
      'is signed with the key of another use': forge(claims, undefined, undefined, 'oauth-state'),
      'is signed wrongly': `${ada.cookie.slice(0, -2)}${ada.cookie.endsWith('AA') ? 'BB' : 'AA'}`,
      'has the session of somebody else': forge({ ...claims, sub: body.id }),
      'has no session': forge({ ...claims, sid: undefined }),
      'has a session that is no id': forge({ ...claims, sid: "' OR 1=1" }),
    };
    for (const [what, cookie] of Object.entries(forged)) expect([what, await me(cookie)]).toEqual([what, 401]);
    await endSession(system, claims.sid);
    expect(await me(ada.cookie)).toBe(401);
  });

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
    for (const site of ['cross-site', 'same-site']) {
      expect((await ada.get('/auth/logout', { 'sec-fetch-site': site })).status).toBe(403);
    }
    expect((await ada.get('/users/@me')).status).toBe(200);
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
    await ageTokens(system);
    expect((await ada.post('/auth/reset-password', { token, password: 'a new password' })).status).toBe(400);
  });

  it('sends at most three mails an hour for one address, whatever is asked', async () => {
    const ada = await person().settle();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => ada.post('/auth/request-password-reset', { email: ada.email })),
    );
    expect(new Set(answers.map((answer) => `${answer.status}${JSON.stringify(answer.body)}`)).size).toBe(1);
    await eventually('the mails are made', async () => (await waitingAccountMails(system)) === 0);
    await eventually('three mails', async () => (await mailsTo(ada.client, ada.email, 'Choose')).length === 3);
  });

  it('sends at most five mails of all kinds an hour to one address, and leaves room for a new password', async () => {
    const [ada, eve] = [await person().settle(), await person().settle()];
    await forgetAttempts(system);
    const project = await eve.createProject('Floods');
    const others = Array.from({ length: 10 }, (_, index) => [
      eve.post('/auth/signup', { email: ada.email, password: `another password ${index}` }),
      eve.post(`/projects/${project.id}/members`, { email: ada.email }),
    ]);
    await Promise.all(others.flat());
    const resets = Array.from({ length: 10 }, () => eve.post('/auth/request-password-reset', { email: ada.email }));
    await Promise.all(resets);
    await eventually('the mails are made', async () => (await waitingAccountMails(system)) === 0);
    const mails = async () =>
      (await mailSubjectsTo(system, ada.email)).filter((subject) => !subject.startsWith('Verify'));
    await eventually('five mails', async () => (await mails()).length === 5);
    expect((await mails()).filter((subject) => subject.startsWith('Choose'))).toHaveLength(1);
  });

  it('counts the mails of one mailbox together, however its address is written', async () => {
    const box = `box${Date.now().toString(36)}`;
    const addresses = [0, 1, 2, 3, 4, 5].map((n) => `${box}+${n}@people.example`);
    const client = system.client();
    for (const email of addresses) {
      expect((await client.post('/auth/signup', { email, password: 'long enough' })).status).toBe(201);
    }
    const mails = async () => (await client.get(`/mailbox/messages?search=${box}`)).body.data;
    await eventually('the mails are made', async () => (await waitingAccountMails(system)) === 0);
    await eventually('three mails', async () => (await mails()).length === 3);
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

describe('the links of mails about accounts, where there is no dashboard', () => {
  let system: System;
  const person = (): Person => new Person(system.client());
  const fill = (path: string, values: Record<string, string>) => fillIn(system.client(), path, values);

  beforeAll(async () => {
    system = await System.shared();
  });
  afterAll(() => system.stop());

  it('verify the address, after a look that changes nothing, and once', async () => {
    const ada = person();
    await ada.signup();
    const link = await mailedLink(ada.client, ada.email, 'Verify');
    expect(link).toMatchObject({ origin: 'http://mail.waybill.example', path: '/verify-email', search: '' });
    await ada.client.get(link.path, { accept: 'text/html' });
    expect((await ada.get('/users/@me')).body.emailVerified).toBe(false);
    const done = await fill(link.path, { token: link.token });
    expect([done.status, done.body]).toEqual([200, expect.stringContaining('Your email address is verified')]);
    expect((await ada.get('/users/@me')).body.emailVerified).toBe(true);
    const again = await fill(link.path, { token: link.token });
    expect([again.status, again.body]).toEqual([400, expect.stringContaining('has been used or has expired')]);
    expectProtected(again, /script-src 'sha256-[\w+/=]+';style-src 'sha256-/);
  });

  it('choose a new password, beginning with an address that may have no account', async () => {
    const ada = await person().settle();
    const sent = await fill('/forgot-password', { email: ada.email });
    expect((await fill('/forgot-password', { email: person().email })).body).toBe(sent.body);
    const { path, token } = await mailedLink(ada.client, ada.email, 'Choose');
    const short = await fill(path, { token, password: 'short' });
    expect([short.status, short.body]).toEqual([
      422,
      expect.stringMatching(/role="alert".*password.*value="[\w-]{43}"/s),
    ]);
    expect((await fill(path, { token, password: 'a new password' })).status).toBe(200);
    expect((await ada.get('/users/@me')).status).toBe(401);
    expect((await ada.login('a new password')).status).toBe(200);
  });

  it('accept an invitation, with a new account or with the password of the one there is', async () => {
    const ada = await person().settle();
    const { id } = await ada.createProject();
    const [bob, eve] = [await person().settle(), person()];
    for (const { email } of [bob, eve]) await ada.post(`/projects/${id}/members`, { email });
    const first = await mailedLink(ada.client, bob.email, 'You are invited');
    const wrong = await fill(first.path, { token: first.token, password: 'not the password' });
    expect([wrong.status, wrong.body]).toEqual([401, expect.stringContaining('not the password of your account')]);
    expect((await ada.get(`/projects/${id}/members`)).body.data.map((member: any) => member.status).sort()).toEqual([
      'ACTIVE',
      'PENDING',
      'PENDING',
    ]);
    expect((await fill(first.path, { token: first.token, password: bob.password })).status).toBe(200);
    const second = await mailedLink(ada.client, eve.email, 'You are invited');
    expect((await fill(second.path, { token: second.token, password: eve.password })).status).toBe(200);
    expect((await fill(second.path, { token: second.token, password: eve.password })).status).toBe(400);
    await eve.login();
    for (const one of [bob, eve]) {
      expect((await one.get('/users/@me/projects')).body).toMatchObject([{ id, role: 'MEMBER' }]);
    }
  });

  it('speak the language that the browser asks for', async () => {
    const german = { accept: 'text/html', 'accept-language': 'xx, de-AT;q=0.9, en;q=0.8' };
    const page = await system.client().get('/forgot-password', german);
    expect(page.body).toContain('<html lang="de">');
    const type = 'application/x-www-form-urlencoded';
    const refused = await system.client().call('POST', '/verify-email', 'token=x', { ...german, 'content-type': type });
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('Der Link wurde bereits verwendet')]);
  });

  it('are errors in the envelope for a program', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expectError(await system.client().call('POST', '/verify-email', 'token=x', type), 'BAD_REQUEST');
    expectError(await system.client().call('POST', '/reset-password', '', type), 'VALIDATION_ERROR', {
      token: 'required',
      password: 'required',
    });
  });

  const browserPath = findBrowser();
  (browserPath ? it : it.skip)('work in a browser, which keeps the token out of every address', async () => {
    const ada = person();
    await ada.signup();
    const link = await mailedLink(ada.client, ada.email, 'Verify');
    const browser = await openBrowser(browserPath as string);
    try {
      const page = await browser.newPage();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(system.url + link.path + link.fragment);
      expect(await page.locator('#token').isVisible()).toBe(false);
      expect(page.url()).toBe(system.url + link.path);
      await page.getByRole('button').click();
      expect(await page.getByRole('status').textContent()).toContain('is verified');
      // Chromium tells the listener the fragment, which it sends to nobody.
      expect(asked.map((url) => url.split('#')[0]).filter((url) => url?.includes(link.token))).toEqual([]);
    } finally {
      await browser.close();
    }
    expect((await ada.get('/users/@me')).body.emailVerified).toBe(true);
  });
});

describe('what a stranger can learn about accounts', () => {
  let system: System;
  let known: Person;
  let inviter: Person;
  let members: string;
  const person = (): Person => new Person(system.client());
  const shape = (answer: { status: number; body: any; headers: Headers }) => {
    const { error, data, ...rest } = answer.body;
    const { requestId: _requestId, ...told } = error ?? {};
    const { id: _id, email: _email, ...more } = data ?? {};
    const cookie = answer.headers.get('set-cookie')?.replace(/=[\w.-]+;/, '=…;');
    return { status: answer.status, ...rest, timestamp: '', told, more, cookie };
  };

  beforeAll(async () => {
    system = await System.shared();
    [known, inviter] = await Promise.all([person().settle(), person().settle()]);
    members = `/projects/${(await inviter.createProject()).id}/members`;
  });
  afterAll(() => system.stop());

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

  it.each<[string, (email: string) => Promise<unknown>]>([
    ['login', (email) => person().post('/auth/login', { email, password: 'a wrong one' })],
    ['reset', (email) => person().post('/auth/request-password-reset', { email })],
    ['sign-up', (email) => person().post('/auth/signup', { email, password: 'long enough' })],
    ['an invitation', async (email) => expect(await inviter.post(members, { email })).toMatchObject({ status: 201 })],
  ])('is not in the time that %s takes', async (_name, call) => {
    const time = async (email: string): Promise<number> => {
      const began = performance.now();
      await call(email);
      return performance.now() - began;
    };
    const stranger = person();
    const pairs: [number, number][] = [];
    let difference;
    do {
      // Who asks often waits longer, known or not: that is another test's matter.
      await forgetAttempts(system);
      for (let round = 0; round < 8; round++) {
        const strangerFirst = round % 2 === 0 ? await time(stranger.email) : null;
        const ofKnown = await time(known.email);
        pairs.push([ofKnown, strangerFirst ?? (await time(stranger.email))]);
      }
      difference = differenceOf(pairs);
    } while (pairs.length < 16 || (difference.verdict === 'open' && pairs.length < 48));
    if (difference.verdict === 'different') throw new Error(`known addresses differ: ${JSON.stringify(difference)}`);
  });
});
