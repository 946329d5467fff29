import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type {
  CampaignKey,
  ChangeCampaign,
  DuplicateCampaign,
  ListCampaignsOf,
  MakeCampaign,
  SendCampaignOf,
  TestCampaignOf,
} from '@waybill/contracts/campaigns/campaign';
import { CampaignCheck } from './campaign-check.service';
import { CampaignFiguresService } from './campaign-figures.service';
import { CampaignStart } from './campaign-start.service';
import { CampaignService } from './campaign.service';

@Controller()
export class CampaignController {
  constructor(
    private readonly campaigns: CampaignService,
    private readonly start: CampaignStart,
    private readonly figures: CampaignFiguresService,
    private readonly check: CampaignCheck,
  ) {}

  @MessagePattern(askSubject('delivery.campaign-list'))
  list(@Payload() request: ListCampaignsOf) {
    return this.campaigns.list(request);
  }

  @MessagePattern(askSubject('delivery.campaign-create'))
  create(@Payload() request: MakeCampaign) {
    return this.campaigns.create(request);
  }

  @MessagePattern(askSubject('delivery.campaign-get'))
  get(@Payload() key: CampaignKey) {
    return this.campaigns.get(key);
  }

  @MessagePattern(askSubject('delivery.campaign-update'))
  update(@Payload() request: ChangeCampaign) {
    return this.campaigns.update(request);
  }

  @MessagePattern(askSubject('delivery.campaign-delete'))
  delete(@Payload() key: CampaignKey) {
    return this.campaigns.delete(key);
  }

  @MessagePattern(askSubject('delivery.campaign-duplicate'))
  duplicate(@Payload() request: DuplicateCampaign) {
    return this.campaigns.duplicate(request);
  }

  @MessagePattern(askSubject('delivery.campaign-send'))
  send(@Payload() request: SendCampaignOf) {
    return this.start.send(request);
  }

  @MessagePattern(askSubject('delivery.campaign-cancel'))
  cancel(@Payload() key: CampaignKey) {
    return this.start.cancel(key);
  }

  @MessagePattern(askSubject('delivery.campaign-test'))
  test(@Payload() request: TestCampaignOf) {
    return this.check.test(request);
  }

  @MessagePattern(askSubject('delivery.campaign-stats'))
  stats(@Payload() key: CampaignKey) {
    return this.figures.stats(key);
  }

  @MessagePattern(askSubject('delivery.campaign-links'))
  links(@Payload() key: CampaignKey) {
    return this.figures.links(key);
  }

  @MessagePattern(askSubject('delivery.campaign-preflight'))
  preflight(@Payload() key: CampaignKey) {
    return this.check.preflight(key);
  }
}
