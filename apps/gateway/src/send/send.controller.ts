import { Body, Controller, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { toContactId } from '@waybill/contracts/ids';
import { Send } from '@waybill/contracts/send/send';
import { AskClient } from '@waybill/messaging/ask-client';
import { Access, FromCaller, RequestId, type Caller } from '../access/access.decorator';
import { BodyLimit, sendBodyLimit } from '../edge/body-limit';
import { success, type Success } from '../edge/success';
import { valid } from '../edge/valid';
import { FromIds, IdempotencyInterceptor } from '../idempotency/idempotency.interceptor';
import type { MakeId } from '../idempotency/request-ids';
import { toAcceptEmails } from './accept-request';

interface SendAnswer {
  emails: { contact: { id: string; email: string }; email: string }[];
  timestamp: string;
}

/** `/v1/send`: a 200 means that every email of the request is in the ledger. */
@Controller('v1/send')
@UseInterceptors(IdempotencyInterceptor)
export class SendController {
  constructor(private readonly asks: AskClient) {}

  @Post()
  @HttpCode(200)
  @Access('secret-key')
  @BodyLimit(sendBodyLimit)
  async send(
    @Body(valid(Send)) body: Send,
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @FromIds() makeId: MakeId,
  ): Promise<Success<SendAnswer>> {
    const accepted = await this.asks.askOne('delivery.send', toAcceptEmails(body, caller.projectId, requestId, makeId));
    const emails = accepted.emails.map(({ emailId, contactId, email }) => ({
      contact: { id: toContactId(contactId), email },
      email: emailId,
    }));
    return success({ emails, timestamp: accepted.timestamp });
  }
}
