import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { FieldService } from './field.service';

/** Answers the asks about the fields of contacts. */
@Controller()
export class FieldController {
  constructor(private readonly fields: FieldService) {}

  @MessagePattern(askSubject('contacts.fields'))
  list(@Payload() request: AskRequest<'contacts.fields'>): Promise<AskReply<'contacts.fields'>> {
    return this.fields.list(request);
  }

  @MessagePattern(askSubject('contacts.field-values'))
  values(@Payload() request: AskRequest<'contacts.field-values'>): Promise<AskReply<'contacts.field-values'>> {
    return this.fields.values(request);
  }

  @MessagePattern(askSubject('contacts.field-usage'))
  usage(@Payload() request: AskRequest<'contacts.field-usage'>): Promise<AskReply<'contacts.field-usage'>> {
    return this.fields.usage(request);
  }

  @MessagePattern(askSubject('contacts.field-delete'))
  delete(@Payload() request: AskRequest<'contacts.field-delete'>): Promise<AskReply<'contacts.field-delete'>> {
    return this.fields.delete(request);
  }
}
