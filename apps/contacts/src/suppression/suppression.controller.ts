import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { SuppressionService } from './suppression.service';

@Controller()
export class SuppressionController {
  constructor(private readonly suppressions: SuppressionService) {}

  @MessagePattern(askSubject('contacts.suppression-list'))
  list(@Payload() request: AskRequest<'contacts.suppression-list'>): Promise<AskReply<'contacts.suppression-list'>> {
    return this.suppressions.list(request);
  }

  @MessagePattern(askSubject('contacts.suppression-add'))
  add(@Payload() request: AskRequest<'contacts.suppression-add'>): Promise<AskReply<'contacts.suppression-add'>> {
    return this.suppressions.add(request);
  }

  @MessagePattern(askSubject('contacts.suppression-lift'))
  lift(@Payload() request: AskRequest<'contacts.suppression-lift'>): Promise<AskReply<'contacts.suppression-lift'>> {
    return this.suppressions.lift(request);
  }
}
