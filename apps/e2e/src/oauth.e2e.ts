import { System } from '@waybill/testing/system';
import { OAuthServer, type Forgery } from './oauth-provider';
import { Person } from './person';
import { expectProtected } from './protection';

describe('sign-in with another service', () => {
  const provider = new OAuthServer();
  let system: System;
  let env: Record<string, string>;

  beforeAll(async () => {
    const at = await provider.start();
    env = {
      AUTH_REQUESTS_PER_MINUTE: '0',
      PUBLIC_URL: 'http://waybill.example',
      DASHBOARD_URL: 'http://waybill.example/app',
      GITHUB_CLIENT_ID: 'a-client',
      GITHUB_CLIENT_SECRET: 'a-client-secret',
      GITHUB_URL: at,
      GITHUB_API_URL: at,
      GOOGLE_CLIENT_ID: 'a-client',
      GOOGLE_CLIENT_SECRET: 'a-client-secret',
      GOOGLE_ISSUER: at,
      OIDC_ISSUER: at,
      OIDC_CLIENT_ID: 'a-client',
      OIDC_CLIENT_SECRET: 'a-client-secret',
      OIDC_NAME: 'Example SSO',
    };
    system = await System.start({ env: { gateway: env } });
  });
  afterAll(async () => {
    await system.stop();
    provider.stop();
  });

  const begin = async (name: string) => {
    const answer = await system.client().get(`/auth/oauth/${name}`);
    const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
    return { answer, cookie, url: answer.headers.get('location') ?? '' };
  };
  const back = (location: string, cookie: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(location);
    return system.client().get(pathname + search, { ...(cookie ? { cookie } : {}), ...headers });
  };
  const signIn = async (name: string, user: Partial<OAuthServer['user']>) => {
    provider.user = { ...provider.user, verified: true, ...user };
    const { cookie, url } = await begin(name);
    return back(provider.agree(url), cookie);
  };
  const personOf = (answer: { headers: Headers }): Person => {
    const person = new Person(system.client());
    person.cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
    return person;
  };

  it('says which services are configured', async () => {
    const { body } = await system.client().get('/auth/oauth-config');
    const configured = { github: true, google: true, oidc: true, oidcName: 'Example SSO' };
    expect(body).toEqual({ success: true, data: configured });
    expect((await system.client().get('/auth/oauth/other')).status).toBe(404);
    const { features } = (await system.client().get('/config')).body;
    expect(features.authProviders).toEqual(configured);
  });

  it.each(['github', 'google', 'oidc'])(
    'makes a verified account at the first sign-in with %s, and finds it again',
    async (name) => {
      const email = `${name}-user@people.example`;
      const first = await signIn(name, { id: 7, email });
      expect([first.status, first.headers.get('location')]).toEqual([302, 'http://waybill.example/app']);
      const me = (await personOf(first).get('/users/@me')).body;
      expect(me).toMatchObject({ email, emailVerified: true, type: `${name.toUpperCase()}_OAUTH` });
      const again = await signIn(name, { id: 7, email: 'changed-meanwhile@people.example' });
      expect((await personOf(again).get('/users/@me')).body.id).toBe(me.id);
      expect((await personOf(again).createProject()).role).toBe('OWNER');
    },
  );

  it('signs into the account that has the verified address already', async () => {
    const ada = await new Person(system.client()).settle();
    const answer = await signIn('github', { id: 8, email: ada.email.toUpperCase() });
    expect((await personOf(answer).get('/users/@me')).body.id).toBe((await ada.get('/users/@me')).body.id);
    expect((await ada.login()).status).toBe(200);
  });

  it('takes no address that the service has not verified', async () => {
    const ada = await new Person(system.client()).settle();
    for (const name of ['github', 'google', 'oidc']) {
      const answer = await signIn(name, { id: 9, email: ada.email, verified: false });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    }
  });

  it('keeps the subjects of two providers apart, and reads an address that only the userinfo endpoint has', async () => {
    provider.hidesEmail = true;
    const [one, other] = [
      await signIn('google', { id: 20, email: 'twenty@people.example' }),
      await signIn('oidc', { id: 20, email: 'other-twenty@people.example' }),
    ];
    provider.hidesEmail = false;
    expect((await personOf(one).get('/users/@me')).body.email).toBe('twenty@people.example');
    expect((await personOf(other).get('/users/@me')).body.email).toBe('other-twenty@people.example');
  });

  it.each<[string, Forgery]>([
    ['is signed with another key', { withOtherKey: true }],
    ['answers another attempt', { claims: { nonce: 'another' } }],
    ['is for another client', { claims: { aud: 'another-client' } }],
    ['is of another issuer', { claims: { iss: 'https://issuer.example' } }],
    ['has expired', { claims: { exp: Math.floor(Date.now() / 1_000) - 3_600 } }],
  ])('refuses an ID token that %s', async (_what, forgery) => {
    provider.forgery = forgery;
    const answer = await signIn('oidc', { id: 21, email: 'forged@people.example' });
    provider.forgery = {};
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
  });

  it('takes an answer once, in the browser that asked, with the state it was sent with', async () => {
    provider.user = { id: 10, email: 'ten@people.example', verified: true };
    const [mine, other] = [await begin('github'), await begin('github')];
    const location = provider.agree(mine.url);
    const refused = [
      back(location, ''),
      back(location, other.cookie),
      back(location.replace(/state=.*/, 'state=guessed'), mine.cookie),
      back(location.replace('/github/', '/google/'), mine.cookie),
      back(location.replace(/code=\w+/, 'code=guessed'), mine.cookie),
      back(location, 'waybill_oauth=eyJhbGciOiJub25lIn0.e30.'),
    ];
    for (const answer of await Promise.all(refused))
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
    expect((await back(location, mine.cookie)).status).toBe(302);
    expect((await back(location, mine.cookie)).status).toBe(400);
  });

  it.each<[string, number, string, Partial<OAuthServer['user']>, (agreed: string) => string]>([
    ['was cancelled', 400, 'Sign-in was cancelled', {}, (agreed) => agreed.replace(/code=\w+/, 'error=access_denied')],
    ['has another state', 400, 'Sign-in failed', {}, (agreed) => agreed.replace(/state=.*/, 'state=guessed')],
    ['has no verified address', 403, 'no verified email address', { id: 12, verified: false }, (agreed) => agreed],
    [
      'is of a service that is not there',
      404,
      'Something went wrong',
      {},
      (agreed) => agreed.replace('github', 'other'),
    ],
  ])(
    'tells a browser by a page, and a program by the envelope, that it %s',
    async (...[, status, words, user, turn]) => {
      provider.user = { ...provider.user, ...user };
      for (const accept of ['text/html,*/*;q=0.8', 'application/json']) {
        const { cookie, url } = await begin('github');
        const answer = await back(turn(provider.agree(url)), cookie, { accept });
        expect([answer.status, answer.headers.getSetCookie()]).toEqual([status, []]);
        if (accept === 'application/json') expect(answer.body).toMatchObject({ success: false });
        else {
          expect(answer.body).toMatch(new RegExp(`<h1>You are not signed in</h1><p role="alert">[^<]*${words}`));
          expectProtected(answer, /style-src 'sha256-/);
          expect(answer.headers.get('cache-control')).toBe('no-store');
        }
      }
    },
  );

  it('is unavailable while the service does not answer', async () => {
    const { cookie, url } = await begin('oidc');
    const location = provider.agree(url);
    provider.isDown = true;
    const answer = await back(location, cookie);
    provider.isDown = false;
    expect([answer.status, answer.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });

  describe('at a gateway without a dashboard that takes no sign-ups', () => {
    beforeAll(async () => {
      await system.service('gateway').stop();
      await system.service('gateway').start({ DASHBOARD_URL: '', DISABLE_SIGNUPS: 'true' });
    });

    it('makes no account', async () => {
      const answer = await signIn('google', { id: 11, email: 'eleven@people.example' });
      expect(answer.body.error.code).toBe('SIGNUPS_DISABLED');
      const signup = await new Person(system.client()).signup();
      expect([signup.status, signup.body.error.code]).toEqual([403, 'SIGNUPS_DISABLED']);
    });

    it('ends on a page that says that one is signed in', async () => {
      const answer = await signIn('google', { id: 7, email: 'google-user@people.example' });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://waybill.example/signed-in']);
      const page = await system.client().get('/signed-in', { accept: 'text/html' });
      expect([page.status, page.body]).toEqual([200, expect.stringContaining('<h1>You are signed in</h1>')]);
      expectProtected(page, /style-src 'sha256-/);
      expect(page.headers.get('content-security-policy')).not.toContain('script-src');
    });
  });
});
