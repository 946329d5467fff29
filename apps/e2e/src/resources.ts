import type { System } from '@waybill/testing/system';
import type { Resource } from './route-table';

/** One resource of each kind in a project. */
export async function resourcesOf(
  system: System,
  project: {
    projectId: string;
    secretKey: string;
    senderDomain?: string;
  },
): Promise<Record<Resource, string>> {
  const tracked = await system
    .client(project.secretKey)
    .post('/v1/track', { email: 'a@people.example', event: 'seen' });
  const content = { subject: 's', body: 'b' };
  const template = await system.client(project.secretKey).post('/templates', { name: 'n', ...content });
  const segment = await system.client(project.secretKey).post('/segments', { name: 'n', type: 'STATIC' });
  const from = `hello@${project.senderDomain}`;
  const sent = await system.client(project.secretKey).post('/v1/send', { to: 'a@people.example', from, ...content });
  const campaign = await system
    .client(project.secretKey)
    .post('/campaigns', { name: 'n', from, audienceType: 'ALL', ...content });
  const workflow = await system.client(project.secretKey).post('/workflows', { name: 'n', eventName: 'e' });
  const exit = await system.client(project.secretKey).post(`/workflows/${workflow.body.id}/steps`, { type: 'EXIT' });
  const members = await system.client(project.secretKey).get(`/projects/${project.projectId}/members`);
  const domains = await system.client(project.secretKey).get(`/domains/project/${project.projectId}`);
  return {
    project: project.projectId,
    contact: tracked.body.data.contact,
    member: members.body.data[0].userId,
    message: crypto.randomUUID(),
    job: crypto.randomUUID(),
    template: template.body.id,
    campaign: campaign.body.data?.id ?? crypto.randomUUID(),
    workflow: workflow.body.id,
    step: exit.body.id,
    transition: exit.body.incomingTransitions[0].id,
    execution: crypto.randomUUID(),
    segment: segment.body.id,
    // A project without a domain of its own has sent nothing.
    email: project.senderDomain ? sent.body.data.emails[0].email : crypto.randomUUID(),
    domain: domains.body[0]?.id ?? crypto.randomUUID(),
  };
}
