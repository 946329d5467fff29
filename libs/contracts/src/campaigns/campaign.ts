import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  Validate,
  ValidateIf,
} from 'class-validator';
import type { Mailbox } from '../send/send';
import { SenderRule } from '../send/sender.rule';
import { DesignRule } from '../templates/design.rule';
import { EmailAddressRule } from '../wire/email-address.rule';
import { notOneLine, oneLine } from '../wire/one-line';
import { PageQuery } from '../wire/page';

export const audienceTypes = ['ALL', 'SEGMENT', 'FILTERED'] as const;
export type AudienceType = (typeof audienceTypes)[number];

export const campaignStatuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

const unbroken = { message: '$property must not contain line breaks' };
const lineBreaks = /^[^\r\n\0\u2028\u2029]*$/;

/** Body of `POST /campaigns`. */
export class CreateCampaign {
  /** 1..200 characters. */
  @IsString()
  @Length(1, 200)
  @Matches(lineBreaks, unbroken)
  name: string;

  /** At most 500 characters. */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  description?: string | null;

  /** A saved template that gives subject, preview text, body, text and sender where the request does not. */
  @IsOptional()
  @IsUUID()
  templateId?: string | null;

  /** A Liquid template of one line, 1..998 characters. */
  @ValidateIf((campaign: CreateCampaign) => campaign.subject !== undefined || !campaign.templateId)
  @IsString()
  @Length(1, 998)
  @Matches(lineBreaks, unbroken)
  subject?: string;

  /**
   * Mailboxes show it behind the subject; a Liquid template of one line, at most 200 characters. Empty or left out: that of
   * the template, where the body is the template's too; else they show the first words of the body.
   */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @Matches(lineBreaks, unbroken)
  previewText?: string | null;

  /** HTML; a Liquid template of at most 2 MB. */
  @ValidateIf((campaign: CreateCampaign) => campaign.body !== undefined || !campaign.templateId)
  @IsString()
  @Length(1, 2_000_000)
  body?: string;

  /** Text part, used instead of the one made from `body`; a Liquid template of at most 1 MB. */
  @IsOptional()
  @IsString()
  @Length(1, 1_000_000)
  text?: string | null;

  /** The document of a visual editor that `body` was composed from, at most 1 MB of JSON. A change of `body` alone removes it. */
  @IsOptional()
  @Validate(DesignRule)
  design?: Record<string, unknown> | null;

  /** Sender on a verified domain: an address, or `{name, email}`. */
  @ValidateIf((campaign: CreateCampaign) => campaign.from !== undefined || !campaign.templateId)
  @Validate(SenderRule)
  from?: string | Mailbox;

  /** Display name of the sender; wins over the one in `from`. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @Matches(oneLine, { message: `$property ${notOneLine}` })
  fromName?: string | null;

  @IsOptional()
  @Validate(EmailAddressRule)
  replyTo?: string | null;

  @IsIn(audienceTypes)
  audienceType: AudienceType;

  /** Required when `audienceType` is SEGMENT. */
  @IsOptional()
  @IsUUID()
  segmentId?: string | null;

  /** A condition of the segment language; required when `audienceType` is FILTERED. */
  @IsOptional()
  @IsObject()
  audienceFilter?: Record<string, unknown> | null;

  /** Another name of `audienceFilter`. */
  @IsOptional()
  @IsObject()
  audienceCondition?: Record<string, unknown> | null;
}

/** Body of `PUT /campaigns/{id}`: what is left out stays, `null` empties what may be empty. */
export class UpdateCampaign {
  @ValidateIf((change: UpdateCampaign) => change.name !== undefined)
  @IsString()
  @Length(1, 200)
  @Matches(lineBreaks, unbroken)
  name?: string;

  @IsOptional()
  @IsString()
  @MaxLength(500)
  description?: string | null;

  @ValidateIf((change: UpdateCampaign) => change.subject !== undefined)
  @IsString()
  @Length(1, 998)
  @Matches(lineBreaks, unbroken)
  subject?: string;

  /**
   * Mailboxes show it behind the subject; a Liquid template of one line, at most 200 characters. Empty or `null`: they show
   * the first words of the body.
   */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @Matches(lineBreaks, unbroken)
  previewText?: string | null;

  @ValidateIf((change: UpdateCampaign) => change.body !== undefined)
  @IsString()
  @Length(1, 2_000_000)
  body?: string;

  @IsOptional()
  @IsString()
  @Length(1, 1_000_000)
  text?: string | null;

  /** The document of a visual editor that `body` was composed from, at most 1 MB of JSON. A change of `body` alone removes it. */
  @IsOptional()
  @Validate(DesignRule)
  design?: Record<string, unknown> | null;

  @ValidateIf((change: UpdateCampaign) => change.from !== undefined)
  @Validate(SenderRule)
  from?: string | Mailbox;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  @Matches(oneLine, { message: `$property ${notOneLine}` })
  fromName?: string | null;

  @IsOptional()
  @Validate(EmailAddressRule)
  replyTo?: string | null;

  @ValidateIf((change: UpdateCampaign) => change.audienceType !== undefined)
  @IsIn(audienceTypes)
  audienceType?: AudienceType;

  @IsOptional()
  @IsUUID()
  segmentId?: string | null;

  @IsOptional()
  @IsObject()
  audienceFilter?: Record<string, unknown> | null;

  /** Another name of `audienceFilter`. */
  @IsOptional()
  @IsObject()
  audienceCondition?: Record<string, unknown> | null;
}

export const campaignOrders = ['createdAt', 'updatedAt', 'name'] as const;

/** Query of `GET /campaigns`: by `cursor`, or by `page`. */
export class ListCampaigns extends PageQuery {
  @IsOptional()
  @IsIn(campaignStatuses)
  status?: CampaignStatus;

  /** Case-insensitive substring of name, subject or sender. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;

  /** Another name of `limit`. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize?: number;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100_000)
  page?: number;

  @IsOptional()
  @IsIn(campaignOrders)
  sort: (typeof campaignOrders)[number] = 'createdAt';

  /** Newest first, names from A, unless given. */
  @IsOptional()
  @IsIn(['asc', 'desc'])
  dir?: 'asc' | 'desc';
}

/** Body of `POST /campaigns/{id}/send`: at once when `scheduledFor` is left out or null. */
export class SendCampaign {
  /** ISO 8601. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  scheduledFor?: string | null;
}

/** Body of `POST /campaigns/{id}/test`. */
export class TestCampaign {
  @Validate(EmailAddressRule)
  email: string;
}

/** Counts of a campaign's emails, as they move while it is sent. */
export class CampaignCounts {
  totalRecipients: number;
  /** Handed over, bounced ones too. */
  sentCount: number;
  deliveredCount: number;
  /** Emails that a person opened or clicked, each once; machines apart. */
  openedCount: number;
  clickedCount: number;
  /** Permanent bounces. */
  bouncedCount: number;
  complainedCount: number;
  /** By links of this campaign. */
  unsubscribedCount: number;
  failedCount: number;
  /** Not sent, because the contact unsubscribed or the address is suppressed. */
  suppressedCount: number;
}

/** The segment of a campaign's audience. */
export class CampaignSegment {
  id: string;
  projectId: string;
  name: string;
  slug: string;
  description: string | null;
  type: 'DYNAMIC' | 'STATIC';
  condition: unknown;
  trackMembership: boolean;
  memberCount: number;
  createdAt: string;
  updatedAt: string;
}

/** A campaign as the interface shows it. Times are ISO 8601. */
export class CampaignView extends CampaignCounts {
  id: string;
  projectId: string;
  name: string;
  description: string | null;
  subject: string;
  /** Null: a mailbox shows the first words of the body behind the subject. */
  previewText: string | null;
  body: string;
  text: string | null;
  /** The document of a visual editor that `body` was composed from; null when `body` was written as HTML. */
  design: Record<string, unknown> | null;
  from: string;
  fromName: string | null;
  replyTo: string | null;
  templateId: string | null;
  /** Repeats `audienceType`. */
  type: AudienceType;
  audienceType: AudienceType;
  audienceFilter: unknown;
  segmentId: string | null;
  segment: CampaignSegment | null;
  status: CampaignStatus;
  /** Why Waybill stopped the campaign by itself. */
  reason: string | null;
  /** While it is SENDING: how it goes, or why it does not. */
  health: string | null;
  scheduledAt: string | null;
  /** When sending began. */
  sentAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** `total` counts what the query finds, on every page that is asked for by number and on the first one by cursor. */
export class CampaignPage {
  data: CampaignView[];
  total: number;
  page: number;
  pageSize: number;
  totalPages: number;
  cursor?: string;
  hasMore: boolean;
}

/** Answer of `GET /campaigns/{id}/stats`; rates are per cent of `sentCount`, one decimal. */
export class CampaignFigures extends CampaignCounts {
  openRate: number;
  clickRate: number;
  bounceRate: number;
  deliveryRate: number;
  complaintRate: number;
  unsubscribeRate: number;
  /** Opens and clicks of mail scanners and the like; not in the counts above. */
  machineOpens: number;
  machineClicks: number;
}

/** One link of a campaign, as its recipients clicked it. */
export class CampaignLink {
  link: string;
  clicks: number;
  /** Recipients who clicked it at least once. */
  uniqueClicks: number;
}

/** A campaign of a project. */
export class CampaignKey {
  projectId: string;
  id: string;
}

export class ListCampaignsOf {
  projectId: string;
  query: ListCampaigns;
}

/** The id is made by the asker: the same ask again makes no second campaign. */
export class MakeCampaign extends CampaignKey {
  campaign: CreateCampaign;
}

export class ChangeCampaign extends CampaignKey {
  change: UpdateCampaign;
  /** The `updatedAt` that the change was made from; 412 when the record is another one. */
  ifMatch?: string;
}

export class DuplicateCampaign extends CampaignKey {
  /** Id of the copy. */
  newId: string;
}

export class SendCampaignOf extends CampaignKey {
  scheduledFor: string | null;
}

export class TestCampaignOf extends CampaignKey {
  email: string;
  /** Id of the email that the test makes. */
  emailId: string;
}
