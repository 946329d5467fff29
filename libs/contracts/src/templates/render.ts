import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, IsUUID, Length, Matches, MaxLength, Validate } from 'class-validator';
import { fromContactId } from '../ids';
import { SendDataRule } from '../send/send-data.rule';
import { templateTypes, type TemplateType } from './template';

/** Body of `POST /templates/render`: content that need not be saved, and the values to fill it with. */
export class RenderTemplate {
  /** A Liquid template of one line, 1..998 characters. */
  @IsOptional()
  @IsString()
  @Length(1, 998)
  @Matches(/^[^\r\n\0\u2028\u2029]*$/, { message: '$property must not contain line breaks' })
  subject?: string | null;

  /** Mailboxes show it behind the subject; a Liquid template of one line, at most 200 characters. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @Matches(/^[^\r\n\0\u2028\u2029]*$/, { message: '$property must not contain line breaks' })
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

  /** MARKETING adds the footer. TRANSACTIONAL unless given. */
  @IsOptional()
  @IsIn(templateTypes)
  type?: TemplateType | null;

  /** A contact of the project whose values are shown, with or without `cnt_`. */
  @IsOptional()
  @Transform(({ value }) => (typeof value === 'string' ? (fromContactId(value) ?? value) : value))
  @IsUUID()
  contactId?: string | null;

  /** Values by key, at most 64 KB of JSON; they go over those of the contact. */
  @IsOptional()
  @Validate(SendDataRule)
  data?: Record<string, unknown> | null;

  /** Values of the event that began a workflow, shown as `event.*`. */
  @IsOptional()
  @Validate(SendDataRule)
  event?: Record<string, unknown> | null;
}

/** Form of `POST /templates/render/page`. A browser that calls by cookie names the project in the field `projectId`. */
export class RenderPage {
  /** The body of `POST /templates/render` as JSON, at most 13 MB. */
  @IsString()
  @Length(1, 13_000_000)
  request: string;
}

/** `error`: an email with this content fails; `warning`: it is sent, but likely not as meant. */
export type RenderSeverity = 'error' | 'warning';

export const renderProblemCodes = [
  'syntax',
  'render_failed',
  'empty_subject',
  'unknown_field',
  'missing_unsubscribe_link',
  'too_long',
  'broken_link',
  'insecure_link',
  'image_without_text',
] as const;

/** One thing that the author should know. */
export class RenderProblem {
  code: (typeof renderProblemCodes)[number];
  severity: RenderSeverity;
  /** `subject`, `previewText`, `body` or `text`; null where the problem belongs to none of them alone. */
  field: string | null;
  message: string;
  /** Of a syntax error, from 1; null otherwise. */
  line: number | null;
  column: number | null;
}

/** A variable that the content names. */
export class RenderVariable {
  /** As a path, for example `name`, `data.plan` or `event.total`. */
  name: string;
  /** Is there a value for it in this rendering? */
  hasValue: boolean;
}

/** Answer of `POST /templates/render`. With a problem of severity `error`, `html`, `text`, `subject` and `previewText` are null. */
export class RenderedTemplate {
  /** Null also when the request has no subject. */
  subject: string | null;
  /** As it stands hidden at the beginning of `html`; null where there is none. */
  previewText: string | null;
  /** With the footer of a MARKETING template; links are not tracked and lead to no contact. */
  html: string | null;
  text: string | null;
  /** Bytes of `html`. */
  bytes: number;
  /** At most 50. */
  problems: RenderProblem[];
  /** At most 200, in the order of their names; not those of a source over 100,000 characters or 1,000 placeholders. */
  variables: RenderVariable[];
}

export class RenderTemplateOf {
  projectId: string;
  request: RenderTemplate;
}
