import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { root } from '@waybill/testing/process/programs';

let system: System;
let customer: Customer;
const assistants: Client[] = [];

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});
afterAll(async () => {
  await Promise.all(assistants.map((assistant) => assistant.close()));
  await system?.stop();
});

/** An assistant that has started `waybill mcp` with these options. */
async function assistant(...options: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const args = [join(root, 'dist/apps/cli/main.js'), 'mcp', ...options];
  const env = {
    PATH: process.env['PATH'] ?? '',
    WAYBILL_URL: system.url,
    WAYBILL_SECRET_KEY: customer.project.secretKey,
  };
  await client.connect(new StdioClientTransport({ command: 'node', args, env }));
  assistants.push(client);
  return client;
}

/** Calls a tool; answers the value of its text and whether it is an error. */
async function call(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<{ isError: boolean; value: any; text: string }> {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [{ text }] = content as [{ text: string }];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = text;
  }
  return { isError: isError === true, value, text };
}

it('without --write every tool only reads', async () => {
  const client = await assistant();
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(20);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  expect(tools.filter(({ name }) => /_(send|save|create|update|track|start|add|cancel|check)/.test(name))).toEqual([]);
  const refused = await call(client, 'emails_send', { to: newAddress() }).catch((error: Error) => ({
    isError: true,
    text: error.message,
  }));
  expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/emails_send not found/) });
  expect(await customer.written()).toMatchObject({ emails: 0 });
});

it('with --write it sends, and reads the waybill without the body', async () => {
  const client = await assistant('--write');
  const body = '<p>Reset: https://shop.example/reset?token=abc</p>';
  const sent = await call(client, 'emails_send', { to: newAddress(), from: customer.from, subject: 'Hello', body });
  expect(sent).toMatchObject({ isError: false, value: { emails: [{ email: expect.any(String) }] } });
  const id: string = sent.value.emails[0].email;
  await customer.reaches(id, 'DELIVERED');
  const read = await call(client, 'emails_get', { id });
  expect(read.value).toMatchObject({ id, status: 'DELIVERED', subject: 'Hello' });
  expect(read.text).not.toContain('reset?token');
  const found = await call(client, 'emails_list', { status: 'DELIVERED', limit: 1 });
  expect(found.value).toMatchObject({ data: [{ id }], hasMore: false });
});

it('an answer holds no secret, wherever one stands', async () => {
  const client = await assistant('--write');
  const { secretKey, publicKey } = customer.project;
  const data = {
    note: `key ${secretKey}`,
    apiToken: 'hunter2',
    hook: 'https://user:hunter2@hooks.example/x',
    deep: [{ Authorization: 'Bearer abcdefgh12345' }],
  };
  const { value } = await call(client, 'contacts_save', { email: newAddress(), data });
  const read = await call(client, 'contacts_get', { id: value.id });
  expect(read.isError).toBe(false);
  for (const secret of [secretKey, publicKey, 'hunter2', 'abcdefgh12345']) expect(read.text).not.toContain(secret);
  expect(read.value.data).toMatchObject({ note: 'key sk_[hidden]', apiToken: '[hidden]' });
});

it('a wrong call is an error that names what is wrong', async () => {
  const client = await assistant();
  const unknown = await call(client, 'contacts_get', { id: `cnt_${crypto.randomUUID()}` });
  expect(unknown).toMatchObject({
    isError: true,
    value: { code: 'CONTACT_NOT_FOUND', suggestion: expect.any(String) },
  });
  const invalid = await call(client, 'contacts_list', { limit: 1000 }).catch((error: Error) => ({
    isError: true,
    text: error.message,
  }));
  expect(invalid).toMatchObject({ isError: true, text: expect.stringContaining('limit') });
});
