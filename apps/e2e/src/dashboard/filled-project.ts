import { eventually } from '@waybill/testing/eventually';
import type { System, TestProject } from '@waybill/testing/system';

/** A project with something on every screen, and the ids of one thing of each kind. */
export interface Filled {
  project: TestProject;
  domain: string;
  contact: string;
  template: string;
  segment: string;
  campaign: string;
  email: string;
  workflow: string;
  execution: string;
}

/** Markup that must be shown as the text that it is, wherever it turns up. */
export const hostile = `<img src=x onerror="document.title='owned'"><b>bold</b> {{ 7 | times: 6 }}`;
const contactCount = 40;

/** Makes contacts, events, emails, a template, a segment, a sent campaign and a workflow that ran, all by the API. */
export async function fillProject(system: System): Promise<Filled> {
  const project = await system.createProject();
  const client = system.client(project.secretKey);
  const from = `hello@${project.senderDomain}`;
  const call = async (path: string, body: unknown): Promise<any> => {
    const answer = await client.post(path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    // A contact has a field `data` of its own.
    return answer.body.success === true ? answer.body.data : answer.body;
  };
  const addresses = Array.from({ length: contactCount }, (_, index) => `${outcomeOf(index)}+${index}@simulator.test`);
  const contacts = await Promise.all(
    addresses.map((email, index) =>
      call('/contacts', { email, subscribed: true, data: { name: nameOf(index), plan: index % 3 ? 'pro' : 'free' } }),
    ),
  );
  const content = {
    subject: 'News for {{ name ?? you }}',
    body: '<p>Hello</p><a href="https://shop.example/">Shop</a>',
  };
  const template = await call('/templates', { name: `Welcome ${hostile}`, from, ...content });
  const condition = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };
  const segment = await call('/segments', { name: `Pros ${hostile}`, type: 'DYNAMIC', condition });
  const workflow = await call('/workflows', { name: `Onboarding ${hostile}`, eventName: 'signed_up' });
  await call(`/workflows/${workflow.id}/steps`, { type: 'SEND_EMAIL', templateId: template.id });
  await call(`/workflows/${workflow.id}/steps`, { type: 'DELAY', config: { amount: 1, unit: 'days' } });
  await client.patch(`/workflows/${workflow.id}`, { enabled: true });
  const sent = await call('/v1/send', { to: addresses[0], from, subject: `Receipt ${hostile}`, body: '<p>Thanks</p>' });
  await call('/v1/track', { email: addresses[1], event: 'signed_up', data: { note: hostile } });
  const campaign = await call('/campaigns', { name: `Spring ${hostile}`, from, audienceType: 'ALL', ...content });
  await client.post(`/campaigns/${campaign.id}/send`, {});
  const execution = await eventually('the workflow waits', async () => {
    const { body } = await client.get(`/workflows/${workflow.id}/executions`);
    return body.data.find(({ status }: any) => status === 'WAITING');
  });
  await eventually('the campaign is sent', async () => {
    const { body } = await client.get(`/campaigns/${campaign.id}`);
    return body.data.status === 'SENT';
  });
  const domains = await client.get(`/domains/project/${project.projectId}`);
  return {
    project,
    domain: domains.body[0].id,
    contact: contacts[1].id,
    template: template.id,
    segment: segment.id,
    campaign: campaign.id,
    email: sent.emails[0].email,
    workflow: workflow.id,
    execution: execution.id,
  };
}

const outcomeOf = (index: number): string => ['anything', 'open', 'click', 'bounce'][index % 4]!;
const nameOf = (index: number): string => (index === 1 ? hostile : `Person ${index}`);
