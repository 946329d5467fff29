import { randomBytes } from 'node:crypto';
import type { ApiAnswer, ApiClient } from '@waybill/testing/api-client';
import { eventually } from '@waybill/testing/eventually';

/** Somebody at a browser: keeps the session cookie, and calls as a page of the dashboard does. */
export class Person {
  cookie = '';
  /** Headers of every call, for example the address a proxy saw. */
  headers: Record<string, string> = {};

  constructor(
    public client: ApiClient,
    readonly email = `${randomBytes(5).toString('hex')}@people.example`,
    readonly password = randomBytes(9).toString('base64url'),
  ) {}

  get = (path: string, headers: Record<string, string> = {}) => this.call('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers: Record<string, string> = {}) => this.call('POST', path, body, headers);
  patch = (path: string, body: unknown) => this.call('PATCH', path, body, {});
  put = (path: string, body: unknown) => this.call('PUT', path, body, {});
  delete = (path: string) => this.call('DELETE', path, undefined, {});

  async call(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<ApiAnswer> {
    const answer = await this.client.call(method, path, body === undefined ? undefined : JSON.stringify(body), {
      'sec-fetch-site': 'same-origin',
      ...(this.cookie ? { cookie: this.cookie } : {}),
      ...this.headers,
      ...headers,
    });
    const set = answer.headers.getSetCookie()[0];
    if (set) this.cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] as string);
    return answer;
  }

  signup = () => this.post('/auth/signup', { email: this.email, password: this.password });
  login = (password = this.password) => this.post('/auth/login', { email: this.email, password });

  /** Signs up, reads the mail, verifies. */
  async settle(): Promise<this> {
    await this.signup();
    const token = await mailedToken(this.client, this.email, 'Verify');
    const answer = await this.post('/auth/verify-email', { token });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return this;
  }

  /** Makes a project and answers its record, keys included. */
  async createProject(name = 'A project'): Promise<any> {
    const answer = await this.post('/users/@me/projects', { name });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  }
}

/** The mails that the simulator took for an address, newest first, whose subject begins so. */
export async function mailsTo(client: ApiClient, email: string, subject = ''): Promise<any[]> {
  const { body } = await client.get(`/mailbox/messages?limit=100&search=${encodeURIComponent(email)}`);
  return body.data.filter((mail: any) => mail.to === email && mail.subject.startsWith(subject));
}

/** The token in the newest mail to an address whose subject begins so; waits for the mail. */
export async function mailedToken(client: ApiClient, email: string, subject: string): Promise<string> {
  const mail = await eventually(
    `a mail "${subject}" to ${email}`,
    async () => (await mailsTo(client, email, subject))[0],
  );
  const { body } = await client.get(`/mailbox/messages/${mail.id}`);
  const token = /token=([\w-]+)/.exec(body.html)?.[1];
  if (!token) throw new Error(`no token in ${body.html}`);
  return token;
}
