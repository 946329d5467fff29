import type { EmailWaybill } from '@waybill/sdk/index';
import { z } from 'zod';
import { defaultLimit, emailAddress, id, pageOf, paging, reads, type Tool } from './tool';

const search = z.string().max(200).optional();
const statuses = [
  ...(['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'OPENED', 'CLICKED'] as const),
  ...(['BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'UNKNOWN', 'RECEIVED'] as const),
] as const;

/** Tools that only read. */
export const readTools: Tool[] = [
  reads('project_get', 'Reads the project of the key.', {}, (waybill) => waybill.projects.current()),
  reads('project_security', 'Reads bounce and complaint rates and what they led to.', {}, (waybill) =>
    waybill.projects.security(),
  ),
  reads(
    'contacts_list',
    'Lists contacts, newest first; "search" finds parts of the address.',
    { ...paging, search, subscribed: z.boolean().optional() },
    (waybill, { limit = defaultLimit, cursor, ...query }) =>
      pageOf(waybill.contacts.list({ ...query, limit }), { cursor }),
  ),
  reads('contacts_get', 'Reads a contact by its id (cnt_…).', { id }, (waybill, input) =>
    waybill.contacts.get(input.id),
  ),
  reads('contact_fields_list', 'Lists the fields that contacts have.', {}, (waybill) => waybill.contacts.fields()),
  reads(
    'emails_list',
    'Lists emails, newest first; "search" finds recipients and subjects.',
    { ...paging, search, status: z.enum(statuses).optional(), contactId: id.optional(), campaignId: id.optional() },
    (waybill, { limit = defaultLimit, cursor, ...query }) =>
      pageOf(waybill.emails.list({ ...query, limit }), { cursor }),
  ),
  reads(
    'emails_get',
    'Reads the waybill of an email: its state and everything that happened to it. The body is left out: it may hold personal links.',
    { id },
    async (waybill, input) => withoutBody(await waybill.emails.get(input.id)),
  ),
  reads(
    'events_list',
    'Lists tracked events, newest first.',
    { ...paging, eventName: z.string().max(200).optional(), contactId: id.optional() },
    (waybill, { limit = defaultLimit, cursor, ...query }) =>
      pageOf(waybill.events.list({ ...query, limit }), { cursor }),
  ),
  reads('event_names_list', 'Lists the names of tracked events.', {}, (waybill) => waybill.events.names()),
  reads('activity_list', 'Lists what happened in the project, newest first.', paging, (waybill, input) =>
    pageOf(waybill.activity.list({ limit: input.limit ?? defaultLimit }), input),
  ),
  reads(
    'templates_list',
    'Lists templates.',
    { ...paging, search },
    (waybill, { limit = defaultLimit, cursor, search }) =>
      pageOf(waybill.templates.list({ search, limit }), { cursor }),
  ),
  reads('templates_get', 'Reads a template.', { id }, (waybill, input) => waybill.templates.get(input.id)),
  reads('segments_list', 'Lists all segments.', {}, (waybill) => waybill.segments.list().page()),
  reads('segments_get', 'Reads a segment with its condition.', { id }, (waybill, input) =>
    waybill.segments.get(input.id),
  ),
  reads(
    'segments_explain',
    'Says why a contact is a member of a segment or not.',
    { id, contactId: id },
    (waybill, input) => waybill.segments.explain(input.id, input.contactId),
  ),
  reads('campaigns_list', 'Lists campaigns.', paging, (waybill, input) =>
    pageOf(waybill.campaigns.list({ limit: input.limit ?? defaultLimit }), input),
  ),
  reads('campaigns_get', 'Reads a campaign.', { id }, (waybill, input) => waybill.campaigns.get(input.id)),
  reads('campaigns_stats', 'Reads the counts and rates of a campaign.', { id }, (waybill, input) =>
    waybill.campaigns.stats(input.id),
  ),
  reads(
    'campaigns_preflight',
    'Says how many contacts would get a campaign, who not and why.',
    { id },
    (waybill, input) => waybill.campaigns.preflight(input.id),
  ),
  reads('workflows_list', 'Lists workflows.', paging, (waybill, input) =>
    pageOf(waybill.workflows.list({ limit: input.limit ?? defaultLimit }), input),
  ),
  reads('workflows_get', 'Reads a workflow with its steps.', { id }, (waybill, input) =>
    waybill.workflows.get(input.id),
  ),
  reads('workflows_executions', 'Lists executions of a workflow.', { ...paging, id }, (waybill, input) =>
    pageOf(waybill.workflows.executions(input.id, { limit: input.limit ?? defaultLimit }), input),
  ),
  reads('domains_list', 'Lists sending domains with their DNS records.', {}, (waybill) => waybill.domains.list()),
  reads('suppressions_list', 'Lists suppressed addresses.', { ...paging, search }, (waybill, input) =>
    pageOf(waybill.suppressions.list({ search: input.search, limit: input.limit ?? defaultLimit }), input),
  ),
  reads('addresses_verify', 'Checks an email address.', { email: emailAddress }, (waybill, input) =>
    waybill.verify(input.email),
  ),
];

function withoutBody({ content, ...email }: EmailWaybill): unknown {
  if (!content) return { ...email, content };
  const { body: _body, headers: _headers, ...rest } = content;
  return { ...email, content: rest };
}
