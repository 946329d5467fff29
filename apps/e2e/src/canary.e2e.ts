import { randomBytes } from 'node:crypto';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { mailedToken, Person } from './person';
import { deadLetters, whileMissing } from './rows/tables';

/** Everything here is unique, so that finding it anywhere says where it came from. */
const canary = (name: string): string => `${name}${randomBytes(12).toString('hex')}`;

describe('secrets', () => {
  const secrets: Record<string, string> = {
    SESSION_SECRET: canary('session'),
    GITHUB_CLIENT_SECRET: canary('oauth'),
    S3_SECRET_ACCESS_KEY: canary('storage'),
  };
  const answers: string[] = [];
  let system: System;

  beforeAll(async () => {
    const loud = { LOG_LEVEL: 'trace' };
    const gateway = { ...loud, ...secrets, GITHUB_CLIENT_ID: 'x', AUTH_REQUESTS_PER_MINUTE: '0' };
    const env = { gateway, contacts: loud, delivery: loud, 'domain-verifier': loud };
    system = await System.start({ env });
  });
  afterAll(() => system.stop());

  /** Keeps the answers that are errors: these may hold no secret; an answer that hands one out may. */
  const noted = async (call: Promise<{ status: number; body: unknown }>): Promise<any> => {
    const answer = await call;
    if (answer.status >= 400) answers.push(JSON.stringify(answer.body));
    return answer;
  };

  /** Signs up, signs in, resets and sends, rightly and wrongly. */
  async function live(): Promise<void> {
    const ada = new Person(system.client(), undefined, canary('password'));
    secrets['password'] = ada.password;
    await ada.signup();
    secrets['signed-up cookie'] = ada.cookie.split('=')[1] as string;
    secrets['verification token'] = await mailedToken(ada.client, ada.email, 'Verify');
    await noted(ada.post('/auth/verify-email', { token: secrets['verification token'] }));
    await noted(ada.post('/auth/verify-email', { token: secrets['verification token'] }));
    secrets['wrong password'] = canary('wrong');
    await noted(ada.login(secrets['wrong password']));
    await noted(ada.client.call('POST', '/auth/login', `{"email":"x","password":"${ada.password}"`));
    await ada.login();
    secrets['cookie'] = ada.cookie.split('=')[1] as string;
    await ada.post('/auth/request-password-reset', { email: ada.email });
    secrets['reset token'] = await mailedToken(ada.client, ada.email, 'Choose');
    await noted(ada.post('/auth/reset-password', { token: secrets['reset token'], password: 'short' }));

    const project = await ada.createProject();
    Object.assign(secrets, { 'public key': project.public, 'secret key': project.secret });
    await noted(system.client(project.public).post('/v1/send', {}));
    secrets['unknown key'] = `sk_${randomBytes(24).toString('hex')}`;
    await noted(system.client(secrets['unknown key']).get('/v1/send'));
    await noted(system.client(secrets['unknown key']).post('/v1/send', {}));
    secrets['email body'] = canary('body');
    secrets['contact data'] = canary('data');
    const mail = { to: 'a@people.example', subject: 's', body: secrets['email body'], from: 'a@not-ours.example' };
    await noted(system.client(project.secret).post('/v1/send', mail));
    const event = { email: 'a@people.example', event: 'seen', data: { note: secrets['contact data'] } };
    await noted(system.client(project.secret).post('/v1/track', event));
    await noted(system.client().get(`/auth/oauth/github/callback?code=${secrets['cookie']}&state=x`));
  }

  /** Forces errors of ours where secrets are at hand. */
  async function breakThings(): Promise<void> {
    const ada = new Person(system.client(), undefined, canary('password'));
    secrets['password at a failure'] = ada.password;
    await whileMissing(system, 'identity', 'signup', async () => {
      expect((await noted(ada.signup())).body.error.code).toBe('INTERNAL_ERROR');
      expect((await noted(ada.login())).body.error.code).toBe('INTERNAL_ERROR');
    });
    const key = `sk_${randomBytes(24).toString('hex')}`;
    secrets['key at a failure'] = key;
    await whileMissing(system, 'identity', 'api_key', async () => {
      expect((await noted(system.client(key).post('/v1/track', {}))).status).toBe(500);
    });
    await eventually('the failures are logged', () => system.service('gateway').output.includes('signup'));
  }

  it('appear in no log, no error and no dead letter, whatever goes right or wrong', async () => {
    await live();
    await breakThings();
    const logs = [...system.services].map(([name, { output }]) => [`log of ${name}`, output] as const);
    const letters: string[] = [];
    for (const schema of ['identity', 'contacts', 'delivery', 'domains']) {
      letters.push(...(await deadLetters(system, schema)));
    }
    const places = [...logs, ['errors', answers.join('\n')], ['dead letters', letters.join('\n')]] as const;
    expect(logs.every(([, output]) => output.length > 0)).toBe(true);
    expect(answers.length).toBeGreaterThan(8);
    for (const [name, secret] of Object.entries(secrets)) {
      for (const [place, text] of places) expect([name, place, text.includes(secret)]).toEqual([name, place, false]);
    }
  });

  it('say nothing of the inside of the system in an error of ours', () => {
    const inner = answers.filter((text) => text.includes('INTERNAL_ERROR'));
    expect(inner.length).toBeGreaterThanOrEqual(3);
    for (const text of inner) expect(text).not.toMatch(/identity|relation|select|node_modules|\.ts|\.js|at /i);
  });
});
