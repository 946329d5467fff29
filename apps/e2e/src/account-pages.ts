import type { ApiAnswer, ApiClient } from '@waybill/testing/api-client';
import { eventually } from '@waybill/testing/eventually';
import { mailsTo } from './person';

/** The link of the newest mail to an address whose subject begins so: its path, and the token of its fragment. */
export async function mailedLink(client: ApiClient, email: string, subject: string) {
  const mail = await eventually(`a mail "${subject}"`, async () => (await mailsTo(client, email, subject))[0]);
  const { body } = await client.get(`/mailbox/messages/${mail.id}`);
  const link = /href="([^"]+)"/.exec(body.html)?.[1];
  if (!link) throw new Error(`no link in ${body.html}`);
  const { origin, pathname, hash, search } = new URL(link);
  return {
    origin,
    path: pathname,
    search,
    fragment: hash,
    token: new URLSearchParams(hash.slice(1)).get('token') ?? '',
  };
}

/** Opens a page, fills in its form and sends it, as a browser without script does. */
export async function fillIn(client: ApiClient, path: string, values: Record<string, string>): Promise<ApiAnswer> {
  const html = { accept: 'text/html' };
  const page = await client.get(path, html);
  const names = [...page.body.matchAll(/<input[^>]* name="(\w+)"/g)].map((match) => match[1] as string);
  expect([page.status, page.headers.get('cache-control'), names.sort()]).toEqual([
    200,
    'no-store',
    Object.keys(values).sort(),
  ]);
  expect(page.body).toContain('<form method="post">');
  const type = 'application/x-www-form-urlencoded';
  const body = new URLSearchParams(values).toString();
  return client.call('POST', path, body, { ...html, 'content-type': type });
}
