import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { AnalyticsService } from './analytics.service';

/** Answers the asks about figures. */
@Controller()
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsService) {}

  @MessagePattern(askSubject('delivery.timeseries'))
  timeseries(@Payload() request: AskRequest<'delivery.timeseries'>): Promise<AskReply<'delivery.timeseries'>> {
    return this.analytics.timeseries(request);
  }

  @MessagePattern(askSubject('delivery.top-events'))
  topEvents(@Payload() request: AskRequest<'delivery.top-events'>): Promise<AskReply<'delivery.top-events'>> {
    return this.analytics.topEvents(request);
  }

  @MessagePattern(askSubject('delivery.top-campaigns'))
  topCampaigns(@Payload() request: AskRequest<'delivery.top-campaigns'>): Promise<AskReply<'delivery.top-campaigns'>> {
    return this.analytics.topCampaigns(request);
  }

  @MessagePattern(askSubject('delivery.campaign-figures'))
  campaigns(
    @Payload() request: AskRequest<'delivery.campaign-figures'>,
  ): Promise<AskReply<'delivery.campaign-figures'>> {
    return this.analytics.campaignStats(request);
  }

  @MessagePattern(askSubject('delivery.deliverability'))
  domains(@Payload() request: AskRequest<'delivery.deliverability'>): Promise<AskReply<'delivery.deliverability'>> {
    return this.analytics.deliverability(request);
  }
}
