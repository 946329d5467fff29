import { Injectable } from '@nestjs/common';
import { toContactId } from '@waybill/contracts/ids';
import type { Send } from '@waybill/contracts/send/send';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { MakeId } from '../../access/idempotency/request-ids';
import { success, type Success } from '../../edge/success';
import { toAcceptEmails } from './accept-request';

export interface SendAnswer {
  emails: { contact: { id: string; email: string }; email: string }[];
  timestamp: string;
}

/** The project and the request for which emails are sent. */
export interface SendCall {
  projectId: string;
  requestId: string;
}

/** Sends the emails of one request, which came over HTTP or SMTP. */
@Injectable()
export class SendService {
  constructor(private readonly asks: AskClient) {}

  /** Answers when every email of the valid request is in the ledger. @throws AppError as delivery refuses it. */
  async accept(body: Send, { projectId, requestId }: SendCall, makeId: MakeId): Promise<Success<SendAnswer>> {
    const accepted = await this.asks.askOne('delivery.send', toAcceptEmails(body, projectId, requestId, makeId));
    const emails = accepted.emails.map(({ emailId, contactId, email }) => ({
      contact: { id: toContactId(contactId), email },
      email: emailId,
    }));
    return success({ emails, timestamp: accepted.timestamp });
  }
}
