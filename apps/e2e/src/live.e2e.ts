import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from './customer';
import { Person } from './person';

let system: System;
let customer: Customer;
let other: Customer;
const open: AbortController[] = [];

beforeAll(async () => {
  system = await System.shared();
  [customer, other] = await Promise.all([Customer.join(system), Customer.join(system)]);
});
afterEach(() => open.splice(0).forEach((controller) => controller.abort()));
afterAll(() => system?.stop());

interface LiveStream {
  status: number;
  headers: Headers;
  /** What has arrived. */
  text: () => string;
  ended: () => boolean;
  /** The topics of all hints so far. */
  topics: () => string[];
}

/** Opens a stream and collects what arrives. */
async function watch(projectId: string, headers: Record<string, string>): Promise<LiveStream> {
  const controller = new AbortController();
  open.push(controller);
  const response = await fetch(`${system.url}/projects/${projectId}/live`, { headers, signal: controller.signal });
  let text = '';
  let isEnded = false;
  const collect = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true });
  };
  void collect()
    .catch(() => undefined)
    .then(() => (isEnded = true));
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    ended: () => isEnded,
    topics: () => [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, json]) => JSON.parse(json!).topics),
  };
}

const byKey = (owner: Customer) =>
  watch(owner.project.projectId, { authorization: `Bearer ${owner.project.secretKey}` });

const opened = (stream: LiveStream) => eventually('the stream is open', async () => stream.text().includes(': open'));

describe('GET /projects/{id}/live', () => {
  it('hints at what happened in the project, and at nothing of another one', async () => {
    const [mine, theirs] = await Promise.all([byKey(customer), byKey(other)]);
    expect(mine.status).toBe(200);
    expect(mine.headers.get('content-type')).toBe('text/event-stream');
    expect(mine.headers.get('cache-control')).toBe('no-store');
    await Promise.all([opened(mine), opened(theirs)]);
    expect(mine.text()).toMatch(/^retry: 2000\n/);
    // A hint may be lost: it is caused again until one has come.
    let subscribed = true;
    const { id } = (await customer.secret.post('/contacts', { email: newAddress() })).body;
    await eventually('the hints', async () => {
      await customer.track({ event: 'seen' });
      await customer.send();
      await customer.secret.patch(`/contacts/${id}`, { subscribed: (subscribed = !subscribed) });
      return ['events', 'contacts', 'emails'].every((topic) => mine.topics().includes(topic));
    });
    expect(mine.text()).not.toContain('seen');
    expect(theirs.topics()).toEqual([]);
  });

  it('ends when the reader signs out, and is opened by cookie for members alone', async () => {
    const member = await new Person(system.client()).settle();
    const project = await member.createProject();
    const { cookie } = member;
    const stream = await watch(project.id, { cookie });
    expect(stream.status).toBe(200);
    await opened(stream);
    expect((await watch(customer.project.projectId, { cookie })).status).toBe(404);
    await member.get('/auth/logout');
    await eventually('the stream ends', async () => stream.ended(), 40_000);
    expect((await watch(project.id, { cookie })).status).toBe(401);
  });

  it('is refused above ten streams of one owner until one is closed', async () => {
    const owner = await Customer.join(system);
    const streams = await Promise.all(Array.from({ length: 10 }, () => byKey(owner)));
    expect(streams.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    const refused = await byKey(owner);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('15');
    open[0]!.abort();
    await eventually('a place is free', async () => (await byKey(owner)).status === 200);
  });

  it('ends when the gateway stops, which does not wait for it', async () => {
    const added = await system.addInstance('gateway', 'gateway-live');
    const controller = new AbortController();
    open.push(controller);
    const url = `http://127.0.0.1:${added.port}/projects/${customer.project.projectId}/live`;
    const headers = { authorization: `Bearer ${customer.project.secretKey}` };
    const response = await fetch(url, { headers, signal: controller.signal });
    expect(response.status).toBe(200);
    const [text, code] = await Promise.all([response.text(), added.stop()]);
    expect(code).toBe(0);
    expect(text).toContain(': open');
  });
});
