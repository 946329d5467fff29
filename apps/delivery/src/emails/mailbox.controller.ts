import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { GetMessage, ListMessages, MailboxMessage, MailboxPage } from '@waybill/contracts/mailbox/mailbox';
import type { LargeAnswer } from '@waybill/contracts/wire/large-answer';
import { MailboxService } from './mailbox.service';

@Controller()
export class MailboxController {
  constructor(private readonly mailbox: MailboxService) {}

  @MessagePattern(askSubject('delivery.mailbox-list'))
  list(@Payload() query: ListMessages): Promise<MailboxPage> {
    return this.mailbox.list(query);
  }

  @MessagePattern(askSubject('delivery.mailbox-get'))
  get(@Payload() { id }: GetMessage): Promise<MailboxMessage | LargeAnswer<MailboxMessage>> {
    return this.mailbox.get(id);
  }

  @MessagePattern(askSubject('delivery.mailbox-clear'))
  clear(): Promise<{ deleted: number }> {
    return this.mailbox.clear();
  }
}
