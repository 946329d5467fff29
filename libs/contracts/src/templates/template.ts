import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
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
import { EmailAddressRule } from '../wire/email-address.rule';
import { notOneLine, oneLine } from '../wire/one-line';
import { PageQuery } from '../wire/page';
import { DesignRule } from './design.rule';

export const templateTypes = ['TRANSACTIONAL', 'MARKETING'] as const;
export type TemplateType = (typeof templateTypes)[number];

const unbroken = { message: '$property must not contain line breaks' };
const lineBreaks = /^[^\r\n\0\u2028\u2029]*$/;

/** Body of `POST /templates`. */
export class CreateTemplate {
  /** 1..100 characters. */
  @IsString()
  @Length(1, 100)
  @Matches(lineBreaks, unbroken)
  name: string;

  /** At most 500 characters. */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  description?: string | null;

  /** A Liquid template of one line, 1..998 characters. */
  @IsString()
  @Length(1, 998)
  @Matches(lineBreaks, unbroken)
  subject: string;

  /**
   * Mailboxes show it behind the subject; a Liquid template of one line, at most 200 characters. Empty or left out: they show
   * the first words of the body.
   */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @Matches(lineBreaks, unbroken)
  previewText?: string | null;

  /** HTML; a Liquid template of at most 2 MB. */
  @IsString()
  @Length(1, 2_000_000)
  body: string;

  /** Text part, used instead of the one made from `body`; a Liquid template of at most 1 MB. */
  @IsOptional()
  @IsString()
  @Length(1, 1_000_000)
  text?: string | null;

  /** Sender on a verified domain: an address, or `{name, email}`. */
  @IsOptional()
  @Validate(SenderRule)
  from?: string | Mailbox | null;

  /** Display name of the sender; wins over the one in `from`. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @Matches(oneLine, { message: `$property ${notOneLine}` })
  fromName?: string | null;

  @IsOptional()
  @Validate(EmailAddressRule)
  replyTo?: string | null;

  /** The document of a visual editor that `body` was composed from, at most 1 MB of JSON. A change of `body` alone removes it. */
  @IsOptional()
  @Validate(DesignRule)
  design?: Record<string, unknown> | null;

  /** MARKETING unless given. */
  @IsOptional()
  @IsIn(templateTypes)
  type?: TemplateType | null;
}

/** Body of `PATCH /templates/{id}`: what is left out stays, `null` empties what may be empty. */
export class UpdateTemplate {
  @ValidateIf((change: UpdateTemplate) => change.name !== undefined)
  @IsString()
  @Length(1, 100)
  @Matches(lineBreaks, unbroken)
  name?: string;

  @IsOptional()
  @IsString()
  @MaxLength(500)
  description?: string | null;

  @ValidateIf((change: UpdateTemplate) => change.subject !== undefined)
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

  @ValidateIf((change: UpdateTemplate) => change.body !== undefined)
  @IsString()
  @Length(1, 2_000_000)
  body?: string;

  @IsOptional()
  @IsString()
  @Length(1, 1_000_000)
  text?: string | null;

  @IsOptional()
  @Validate(SenderRule)
  from?: string | Mailbox | null;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  @Matches(oneLine, { message: `$property ${notOneLine}` })
  fromName?: string | null;

  @IsOptional()
  @Validate(EmailAddressRule)
  replyTo?: string | null;

  /** The document of a visual editor that `body` was composed from, at most 1 MB of JSON. A change of `body` alone removes it. */
  @IsOptional()
  @Validate(DesignRule)
  design?: Record<string, unknown> | null;

  @ValidateIf((change: UpdateTemplate) => change.type !== undefined)
  @IsIn(templateTypes)
  type?: TemplateType;
}

export const templateOrders = ['createdAt', 'updatedAt', 'name'] as const;

/** Query of `GET /templates`: by `cursor`, or by `page`. */
export class ListTemplates extends PageQuery {
  @IsOptional()
  @IsIn(templateTypes)
  type?: TemplateType;

  /** Case-insensitive substring of name, description or subject. */
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
  @IsIn(templateOrders)
  sort: (typeof templateOrders)[number] = 'createdAt';

  /** Newest first, names from A, unless given. */
  @IsOptional()
  @IsIn(['asc', 'desc'])
  dir?: 'asc' | 'desc';
}

/** A template as the interface shows it. Moments are ISO 8601. */
export class TemplateView {
  id: string;
  projectId: string;
  name: string;
  description: string | null;
  subject: string;
  /** Null: a mailbox shows the first words of the body behind the subject. */
  previewText: string | null;
  body: string;
  /** Null: the text part is made from `body`. */
  text: string | null;
  /** The document of a visual editor that `body` was composed from; null when `body` was written as HTML. */
  design: Record<string, unknown> | null;
  type: TemplateType;
  from: string | null;
  fromName: string | null;
  replyTo: string | null;
  createdAt: string;
  updatedAt: string;
}

/** `total` counts what the query finds, on every page. */
export class TemplatePage {
  templates: TemplateView[];
  total: number;
  page: number;
  pageSize: number;
  totalPages: number;
  cursor?: string;
  hasMore: boolean;
}

/** Campaigns and workflow steps that use a template. */
export class TemplateUsage {
  campaigns: { id: string; name: string }[];
  workflowSteps: { id: string; name: string; workflowId: string; workflowName: string }[];
}

/** A template of a project. */
export class TemplateKey {
  projectId: string;
  id: string;
}

export class ListTemplatesOf {
  projectId: string;
  query: ListTemplates;
}

/** The id is made by the asker: the same ask again makes no second template. */
export class MakeTemplate extends TemplateKey {
  template: CreateTemplate;
}

export class ChangeTemplate extends TemplateKey {
  change: UpdateTemplate;
  /** The `updatedAt` that the change was made from; 412 when the record is another one. */
  ifMatch?: string;
}

export class DuplicateTemplate extends TemplateKey {
  /** Id of the copy. */
  newId: string;
}
