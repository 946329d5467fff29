import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PageQuery } from '../wire/page';

/** Query of `GET /mailbox/messages`: newest first. */
export class ListMessages extends PageQuery {
  /** Case-insensitive substring of recipient, sender or subject. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;
}

export class GetMessage {
  /** UUID of the mailbox message. */
  @Matches(/^[0-9a-f-]{36}$/i, { message: '$property must be the id of a message, a UUID' })
  id: string;
}

export type DeleteMessages = Record<string, never>;

/** A message that the simulator took instead of sending it. */
export class MailboxItem {
  id: string;
  emailId: string;
  to: string;
  from: string;
  subject: string;
  receivedAt: string;
}

export class MailboxMessage extends MailboxItem {
  html: string | null;
  text: string | null;
  /** In the order of the message, encoded words decoded. */
  headers: { name: string; value: string }[];
  /** The raw MIME message, decoded as latin1 so that every byte is kept. */
  source: string;
}

export class MailboxPage {
  data: MailboxItem[];
  cursor?: string;
  hasMore: boolean;
  total: number;
}
