import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { ActivityService } from './activity.service';
import { UpcomingService } from './upcoming.service';

/** Answers the asks about the feed, the story of a contact and what comes next. */
@Controller()
export class ActivityController {
  constructor(
    private readonly activity: ActivityService,
    private readonly upcoming: UpcomingService,
  ) {}

  @MessagePattern(askSubject('delivery.activity'))
  list(@Payload() request: AskRequest<'delivery.activity'>): Promise<AskReply<'delivery.activity'>> {
    return this.activity.list(request);
  }

  @MessagePattern(askSubject('delivery.activity-stats'))
  stats(@Payload() request: AskRequest<'delivery.activity-stats'>): Promise<AskReply<'delivery.activity-stats'>> {
    return this.activity.stats(request);
  }

  @MessagePattern(askSubject('delivery.activity-recent'))
  recent(@Payload() request: AskRequest<'delivery.activity-recent'>): Promise<AskReply<'delivery.activity-recent'>> {
    return this.activity.recentCount(request);
  }

  @MessagePattern(askSubject('delivery.activity-upcoming'))
  next(@Payload() request: AskRequest<'delivery.activity-upcoming'>): Promise<AskReply<'delivery.activity-upcoming'>> {
    return this.upcoming.list(request);
  }

  @MessagePattern(askSubject('delivery.contact-upcoming'))
  nextOf(@Payload() request: AskRequest<'delivery.contact-upcoming'>): Promise<AskReply<'delivery.contact-upcoming'>> {
    return this.upcoming.ofContact(request);
  }

  @MessagePattern(askSubject('delivery.contact-events'))
  ofContact(@Payload() request: AskRequest<'delivery.contact-events'>): Promise<AskReply<'delivery.contact-events'>> {
    return this.activity.ofContact(request);
  }
}
