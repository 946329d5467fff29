import { parseAddress } from '@waybill/contracts/address';
import type {
  CampaignCounts,
  CampaignFigures,
  CampaignSegment,
  CampaignView,
} from '@waybill/contracts/campaigns/campaign';
import type { CreateCampaign, UpdateCampaign } from '@waybill/contracts/campaigns/campaign';
import { validationError, type FieldError } from '@waybill/contracts/errors';
import type { Mailbox } from '@waybill/contracts/send/send';
import { designOf } from '../template/template-fields';
import type { TemplateContent } from '../template/template-reader';
import type { CountsRow } from '../ledger/campaign-count.sql';
import type { Campaign } from './campaign.entity';

/** The columns of the content that a request sets. */
export type ContentColumns = Pick<
  Campaign,
  | 'name'
  | 'description'
  | 'subject'
  | 'previewText'
  | 'body'
  | 'text'
  | 'design'
  | 'fromAddress'
  | 'fromName'
  | 'replyTo'
  | 'templateId'
>;

/** A new campaign's content: the request's, then the template's. @throws 422 naming what neither of them has. */
export function newContent(
  given: CreateCampaign,
  template: (TemplateContent & Pick<Campaign, 'design'>) | null,
): ContentColumns {
  const sender = senderOf(given.from, given.fromName);
  const subject = given.subject ?? template?.subject;
  const body = given.body ?? template?.body;
  const fromAddress = sender.fromAddress ?? template?.fromAddress;
  const missing = Object.entries({ subject, body, from: fromAddress }).filter(([, value]) => !value);
  if (!subject || !body || !fromAddress) {
    throw validationError(
      missing.map(([field]): FieldError => ({ field, message: `${field} is required`, code: 'required' })),
    );
  }
  return {
    name: given.name,
    description: given.description ?? null,
    subject,
    previewText: given.previewText || (given.body === undefined ? (template?.previewText ?? null) : null),
    body,
    text: given.text ?? (given.body === undefined ? (template?.text ?? null) : null),
    design: given.design ?? (given.body === undefined ? (template?.design ?? null) : null),
    fromAddress,
    fromName: (sender.fromAddress ? sender.fromName : (sender.fromName ?? template?.fromName)) ?? null,
    replyTo: addressOf(given.replyTo) ?? template?.replyTo ?? null,
    templateId: template?.id ?? null,
  };
}

/** The columns that a change of a campaign with this body names; `null` empties. Another body alone has no design. */
export function changedContent(change: UpdateCampaign, stored: Pick<Campaign, 'body'>): Partial<ContentColumns> {
  const { name, subject, previewText, body, text, description } = change;
  const columns = {
    name,
    subject,
    previewText: previewText === '' ? null : previewText,
    body,
    text,
    design: designOf(change, stored),
    description,
    ...senderOf(change.from, change.fromName),
    replyTo: addressOf(change.replyTo),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** A sender given as a mailbox brings its name along; `fromName` wins. */
function senderOf(from: string | Mailbox | undefined, fromName: string | null | undefined) {
  const mailbox = typeof from === 'string' ? { email: from, name: undefined } : from;
  const name = fromName === undefined ? mailbox?.name : fromName;
  return {
    fromAddress: mailbox ? (addressOf(mailbox.email) ?? undefined) : undefined,
    fromName: name === '' ? null : name,
  };
}

function addressOf(email: string | null | undefined): string | null | undefined {
  return typeof email === 'string' ? (parseAddress(email)?.address ?? email) : email;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The wire form of a campaign. */
export function toView(
  campaign: Campaign,
  counts: CountsRow | undefined,
  segment: CampaignSegment | null,
  health: string | null,
): CampaignView {
  const { id, projectId, name, description, subject, previewText, body, text, design } = campaign;
  const { fromName, replyTo, templateId } = campaign;
  const { audienceType, audienceFilter, segmentId, status, reason } = campaign;
  return {
    ...{ id, projectId, name, description, subject, previewText, body, text, design },
    ...{ from: campaign.fromAddress, fromName, replyTo, templateId },
    ...{ type: audienceType, audienceType, audienceFilter, segmentId, segment, status, reason, health },
    ...toCounts(campaign.totalRecipients, counts),
    scheduledAt: iso(campaign.scheduledAt),
    sentAt: iso(campaign.sentAt),
    createdAt: campaign.createdAt.toISOString(),
    updatedAt: campaign.updatedAt.toISOString(),
  };
}

function toCounts(totalRecipients: number, counts: CountsRow | undefined): CampaignCounts {
  const of = (name: string): number => Math.max(0, counts?.[name] ?? 0);
  return {
    totalRecipients,
    sentCount: of('sent'),
    deliveredCount: of('delivered'),
    openedCount: of('opened'),
    clickedCount: of('clicked'),
    bouncedCount: of('bounced'),
    complainedCount: of('complained'),
    unsubscribedCount: of('unsubscribed'),
    failedCount: of('failed'),
    suppressedCount: of('suppressed'),
  };
}

/** Counts and rates; rates are per cent of the emails that were handed over, one decimal. */
export function toFigures(totalRecipients: number, counts: CountsRow | undefined): CampaignFigures {
  const figures = toCounts(totalRecipients, counts);
  const rate = (count: number): number =>
    figures.sentCount > 0 ? Math.round((count / figures.sentCount) * 1_000) / 10 : 0;
  return {
    ...figures,
    openRate: rate(figures.openedCount),
    clickRate: rate(figures.clickedCount),
    bounceRate: rate(figures.bouncedCount),
    deliveryRate: rate(figures.deliveredCount),
    complaintRate: rate(figures.complainedCount),
    unsubscribeRate: rate(figures.unsubscribedCount),
    machineOpens: Math.max(0, counts?.['machine_opens'] ?? 0),
    machineClicks: Math.max(0, counts?.['machine_clicks'] ?? 0),
  };
}
