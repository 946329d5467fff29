import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { EventService } from './event.service';

/** Answers the asks about tracked events. */
@Controller()
export class EventController {
  constructor(private readonly events: EventService) {}

  @MessagePattern(askSubject('contacts.events'))
  list(@Payload() request: AskRequest<'contacts.events'>): Promise<AskReply<'contacts.events'>> {
    return this.events.list(request);
  }

  @MessagePattern(askSubject('contacts.event-stats'))
  stats(@Payload() request: AskRequest<'contacts.event-stats'>): Promise<AskReply<'contacts.event-stats'>> {
    return this.events.stats(request);
  }

  @MessagePattern(askSubject('contacts.event-names'))
  names(@Payload() request: AskRequest<'contacts.event-names'>): Promise<AskReply<'contacts.event-names'>> {
    return this.events.names(request);
  }

  @MessagePattern(askSubject('contacts.event-usage'))
  usage(@Payload() request: AskRequest<'contacts.event-usage'>): Promise<AskReply<'contacts.event-usage'>> {
    return this.events.usage(request);
  }

  @MessagePattern(askSubject('contacts.event-delete'))
  delete(@Payload() request: AskRequest<'contacts.event-delete'>): Promise<AskReply<'contacts.event-delete'>> {
    return this.events.delete(request);
  }
}
