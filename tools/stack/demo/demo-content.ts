/**
 * Content of the demo project, by the same calls that every customer makes, so that each screen of the dashboard has something to
 * show. Made once, at the first start, and marked: every name begins with "Demo".
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Demo } from './demo.ts';

type Json = Record<string, unknown>;

const contactCount = 100;
/** Addresses of the simulator that play an outcome; most are plain deliveries. */
const outcomes = ['open', 'click', 'anything', 'open', 'anything', 'click', 'open', 'anything', 'delay', 'bounce'];
const givenNames = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Margaret', 'Dennis', 'Radia', 'Ken'];
const familyNames = [
  'Lovelace',
  'Hopper',
  'Turing',
  'Dijkstra',
  'Liskov',
  'Knuth',
  'Hamilton',
  'Ritchie',
  'Perlman',
  'Iverson',
];
const plans = ['free', 'pro', 'team'];
const countries = ['DE', 'FR', 'NL', 'ES', 'US'];
/** Requests that are under way at once. */
const parallel = 10;
const requestLimitMs = 10_000;
const campaignLimitMs = 30_000;

/** Answers whether it was made: a project that has a contact is in use already. */
export async function fillDemo(demo: Demo, signal: AbortSignal): Promise<boolean> {
  const caller = new DemoCaller(demo, signal);
  const { data } = (await caller.call('GET', '/contacts?limit=1')) as { data: unknown[] };
  if (data.length > 0) return false;
  const addresses = await makeContacts(caller);
  const template = await caller.call('POST', '/templates', welcome(demo));
  await makeSegments(caller);
  await makeWorkflow(caller, String(template['id']));
  await trackEvents(caller, addresses);
  await sendCampaign(caller, demo);
  return true;
}

class DemoCaller {
  readonly #demo: Demo;
  readonly #signal: AbortSignal;

  constructor(demo: Demo, signal: AbortSignal) {
    this.#demo = demo;
    this.#signal = signal;
  }

  /** The body of a successful answer, without its wrapping. Throws the message of any other one. */
  async call(method: string, path: string, body?: Json): Promise<Json> {
    const response = await fetch(this.#demo.url + path, {
      method,
      headers: { authorization: `Bearer ${this.#demo.secretKey}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(requestLimitMs)]),
    });
    const text = await response.text();
    const answer = (text === '' ? {} : JSON.parse(text)) as Json & { error?: { message: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error?.message ?? response.status}`);
    return 'success' in answer && typeof answer['data'] === 'object' ? (answer['data'] as Json) : answer;
  }

  /** Calls for each item, some at once. */
  async forEach<Item>(items: readonly Item[], act: (item: Item, index: number) => Promise<unknown>): Promise<void> {
    for (let from = 0; from < items.length; from += parallel) {
      await Promise.all(items.slice(from, from + parallel).map((item, index) => act(item, from + index)));
    }
  }
}

async function makeContacts(caller: DemoCaller): Promise<string[]> {
  const addresses = Array.from(
    { length: contactCount },
    (_, index) => `${outcomes[index % 10]}+demo${index}@simulator.test`,
  );
  await caller.forEach(addresses, (email, index) => {
    const name = `${givenNames[index % 10]} ${familyNames[Math.floor(index / 10) % 10]}`;
    const data = { name, plan: plans[index % 3], country: countries[index % 5], orders: (index * 7) % 23 };
    return caller.call('POST', '/contacts', { email, subscribed: index % 25 !== 24, data });
  });
  return addresses;
}

const welcome = ({ senderDomain }: Demo): Json => ({
  name: 'Demo: welcome',
  type: 'MARKETING',
  from: `hello@${senderDomain}`,
  subject: 'Welcome, {{ name ?? there }}',
  body:
    '<h1>Welcome, {{ name ?? there }}</h1><p>Thank you for signing up.</p>' +
    '<p><a href="https://example.com/start">Begin here</a></p><p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>',
});

const filterOf = (field: string, operator: string, value: unknown): Json => ({
  logic: 'AND',
  groups: [{ filters: [{ field, operator, value }] }],
});

async function makeSegments(caller: DemoCaller): Promise<void> {
  const pro = filterOf('data.plan', 'notEquals', 'free');
  const loyal = filterOf('data.orders', 'greaterThan', 10);
  await caller.call('POST', '/segments', { name: 'Demo: paying', type: 'DYNAMIC', condition: pro });
  await caller.call('POST', '/segments', { name: 'Demo: loyal', type: 'DYNAMIC', condition: loyal });
}

/** An email at once, another way for those who pay, and a wait in which the executions can be seen. */
async function makeWorkflow(caller: DemoCaller, templateId: string): Promise<void> {
  const { id } = await caller.call('POST', '/workflows', { name: 'Demo: onboarding', eventName: 'signed_up' });
  const steps = `/workflows/${String(id)}/steps`;
  await caller.call('POST', steps, { type: 'SEND_EMAIL', name: 'Welcome', templateId });
  await caller.call('POST', steps, { type: 'DELAY', name: 'A day', config: { amount: 1, unit: 'days' } });
  const isFree = { field: 'data.plan', operator: 'equals', value: 'free' };
  await caller.call('POST', steps, { type: 'CONDITION', name: 'On the free plan?', config: isFree });
  await caller.call('PATCH', `/workflows/${String(id)}`, { enabled: true });
}

async function trackEvents(caller: DemoCaller, addresses: readonly string[]): Promise<void> {
  await caller.forEach(addresses.slice(0, 12), (email) =>
    caller.call('POST', '/v1/track', { email, event: 'signed_up' }),
  );
  await caller.forEach(addresses.slice(0, 30), (email, index) =>
    caller.call('POST', '/v1/track', { email, event: 'purchase', data: { amount: 10 + ((index * 13) % 90) } }),
  );
}

async function sendCampaign(caller: DemoCaller, { senderDomain }: Demo): Promise<void> {
  const content = {
    subject: 'News of this week, {{ name ?? reader }}',
    body: '<h1>News of this week</h1><p><a href="https://example.com/news">Read them</a></p><p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>',
  };
  const from = `news@${senderDomain}`;
  const made = await caller.call('POST', '/campaigns', { name: 'Demo: news', from, audienceType: 'ALL', ...content });
  const path = `/campaigns/${String(made['id'])}`;
  await caller.call('POST', `${path}/send`, {});
  for (const end = Date.now() + campaignLimitMs; Date.now() < end; await delay(500)) {
    const { status } = await caller.call('GET', path);
    if (status === 'SENT') return;
  }
}
