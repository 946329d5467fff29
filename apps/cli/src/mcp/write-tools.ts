import { z } from 'zod';
import { emailAddress, id, writes, type Tool } from './tool';

const data = z.record(z.string(), z.unknown()).optional().describe('Values by name.');
const key = z.string().min(1).max(255).optional().describe('The same key has one effect within 24 hours.');

/** Tools that send or change. Nothing here deletes, and nothing sends to more than one contact but `campaigns_send`. */
export const writeTools: Tool[] = [
  writes(
    'emails_send',
    'Sends a transactional email to one recipient. Give subject and body (HTML), or a template.',
    {
      to: emailAddress,
      from: z.string().max(320).optional().describe('A sender on a verified domain of the project.'),
      subject: z.string().min(1).max(998).optional(),
      body: z.string().min(1).max(200_000).optional(),
      template: id.optional(),
      data,
      idempotencyKey: key,
    },
    (waybill, { idempotencyKey, ...email }) => waybill.emails.send(email, { idempotencyKey }),
  ),
  writes(
    'events_track',
    'Records an event of a contact, which may start workflows.',
    { email: emailAddress, event: z.string().min(1).max(200), data, idempotencyKey: key },
    (waybill, { idempotencyKey, ...event }) => waybill.events.track(event, { idempotencyKey }),
  ),
  writes(
    'contacts_save',
    'Creates the contact of an address, or changes the one that has it.',
    { email: emailAddress, subscribed: z.boolean().optional(), data },
    (waybill, contact) => waybill.contacts.save(contact),
  ),
  writes(
    'contacts_update',
    'Changes the subscription or the data of a contact.',
    { id, subscribed: z.boolean().optional(), data },
    (waybill, { id: contactId, ...change }) => waybill.contacts.update(contactId, change),
  ),
  writes(
    'templates_create',
    'Creates a template.',
    {
      name: z.string().min(1).max(200),
      subject: z.string().min(1).max(998),
      previewText: z.string().max(200).optional().describe('What a mailbox shows behind the subject.'),
      body: z.string().min(1).max(200_000).describe('HTML with Liquid.'),
      type: z.enum(['TRANSACTIONAL', 'MARKETING']),
    },
    (waybill, template) => waybill.templates.create(template),
  ),
  writes(
    'templates_update',
    'Changes a template.',
    {
      id,
      name: z.string().min(1).max(200).optional(),
      subject: z.string().min(1).max(998).optional(),
      previewText: z.string().max(200).optional().describe('What a mailbox shows behind the subject.'),
      body: z.string().min(1).max(200_000).optional(),
    },
    (waybill, { id: templateId, ...change }) => waybill.templates.update(templateId, change),
  ),
  writes(
    'segments_add_members',
    'Adds addresses to a static segment.',
    { id, emails: z.array(emailAddress).min(1).max(500) },
    (waybill, input) => waybill.segments.add(input.id, input.emails),
  ),
  writes(
    'campaigns_test',
    'Sends a test of a campaign to one address.',
    { id, email: emailAddress },
    (waybill, input) => waybill.campaigns.test(input.id, input.email),
  ),
  writes(
    'campaigns_send',
    'Sends a campaign to its whole audience, now or at a time. Ask the person first.',
    { id, scheduledFor: z.iso.datetime().optional() },
    async (waybill, { id: campaignId, scheduledFor }) => {
      await waybill.campaigns.send(campaignId, scheduledFor === undefined ? undefined : new Date(scheduledFor));
      return { sent: true };
    },
  ),
  writes('campaigns_cancel', 'Cancels a campaign: emails that have not left yet stay.', { id }, (waybill, input) =>
    waybill.campaigns.cancel(input.id),
  ),
  writes('workflows_start', 'Starts a workflow for a contact.', { id, contactId: id }, (waybill, input) =>
    waybill.workflows.start(input.id, { contactId: input.contactId }),
  ),
  writes('domains_check', 'Looks up the DNS records of a domain now.', { id }, (waybill, input) =>
    waybill.domains.check(input.id),
  ),
];
