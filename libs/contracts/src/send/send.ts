import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  MaxLength,
  MinLength,
  Validate,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { EmailAddressRule } from '../wire/email-address.rule';
import { notOneLine, oneLine } from '../wire/one-line';
import { HeadersRule } from './headers.rule';
import { RecipientsRule } from './recipients.rule';
import { SendDataRule } from './send-data.rule';
import { SenderRule } from './sender.rule';

/** `null` is as good as nothing, here as in every optional field. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A mailbox: an address with an optional display name. */
export class Mailbox {
  email: string;
  name?: string;
}

/** A file of a message: at most 10, 10 MB together counted on decoded bytes. */
export class SendAttachment {
  @IsString()
  @Length(1, 255)
  @Matches(/^[^"]*$/, { message: '$property must not contain quotes' })
  @Matches(oneLine, { message: `$property ${notOneLine}` })
  filename: string;

  /** Base64. */
  @IsString()
  @MinLength(1)
  content: string;

  /** A media type, for example `application/pdf`. */
  @IsString()
  @Length(1, 255)
  @Matches(/^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(;\s*[\w-]+=[\w."-]+)*$/, {
    message: '$property must be a media type such as application/pdf',
  })
  contentType: string;

  /** Referred to as `cid:<contentId>` in the HTML; needed for inline files. */
  @ValidateIf((file: SendAttachment) => isGiven(file.contentId) || file.disposition === 'inline')
  @IsString()
  @Length(1, 200)
  @Matches(/^[\w!#$%&'*+/=?^`{|}~.@-]*$/, {
    message: '$property must be an id such as logo@example.com: ASCII letters and digits, no spaces, no angle brackets',
  })
  contentId?: string | null;

  @IsOptional()
  @IsIn(['attachment', 'inline'])
  disposition?: 'attachment' | 'inline' | null;
}

/** Body of `POST /v1/send`. Needs a template, or both subject and body. */
export class Send {
  /** One recipient or an array of 1..500: an address, or `{name, email}`. */
  @Validate(RecipientsRule)
  to: string | Mailbox | (string | Mailbox)[];

  /** 1..998 characters, no line break; a Liquid template. */
  @ValidateIf((send: Send) => isGiven(send.subject) || !isGiven(send.template))
  @IsString()
  @Length(1, 998)
  @Matches(/^[^\r\n\u2028\u2029]*$/, { message: '$property must not contain line breaks' })
  subject?: string;

  /** HTML; a Liquid template of at most 2 MB. */
  @ValidateIf((send: Send) => isGiven(send.body) || !isGiven(send.template))
  @IsString()
  @Length(1, 2_000_000)
  body?: string;

  /** Text part, used instead of the one made from `body`; a Liquid template of at most 1 MB. */
  @IsOptional()
  @IsString()
  @Length(1, 1_000_000)
  text?: string;

  /** Id of a template that supplies what the request leaves out. */
  @IsOptional()
  @IsUUID()
  template?: string;

  /** Sender on a verified domain; needed unless the template has one. */
  @IsOptional()
  @Validate(SenderRule)
  from?: string | Mailbox;

  /** Deprecated: display name, used only when `from` is a string. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @Matches(oneLine, { message: `$property ${notOneLine}` })
  name?: string;

  /** True subscribes the recipients, false unsubscribes them. Left out, known contacts keep theirs, new ones are not subscribed. */
  @IsOptional()
  @IsBoolean()
  subscribed?: boolean;

  /** Contact data and template variables: at most 200 keys and 64 KB of JSON. */
  @IsOptional()
  @Validate(SendDataRule)
  data?: Record<string, unknown>;

  /** Extra headers; the service's own and instructions to email providers (`X-SMTPAPI`, `X-MC-…`) are refused. */
  @IsOptional()
  @Validate(HeadersRule)
  headers?: Record<string, string>;

  /** Reply-to address. */
  @IsOptional()
  @Validate(EmailAddressRule)
  reply?: string;

  /** At most 10 files. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => SendAttachment)
  attachments?: SendAttachment[];

  /** Open and click tracking of this message. */
  @IsOptional()
  @IsBoolean()
  tracking?: boolean;
}
