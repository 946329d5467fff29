import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import {
  CreateCampaign,
  ListCampaigns,
  SendCampaign,
  TestCampaign,
  UpdateCampaign,
  type CampaignFigures,
  type CampaignLink,
  type CampaignPage,
  type CampaignView,
} from '@waybill/contracts/campaigns/campaign';
import type { CampaignPreflight } from '@waybill/contracts/campaigns/preflight';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromCaller, type Caller } from '../access/route/access';
import { BodyLimit } from '../edge/body/body-limit';
import { IfMatch } from '../edge/if-match';
import { valid } from '../edge/valid';

/** A body of 2 million characters, each up to six bytes as JSON writes it. */
const contentBodyLimit = 13 * 1024 * 1024;

/** The answer of the routes of one campaign. */
interface Wrapped<T> {
  success: true;
  data: T;
}

const wrapped = <T>(data: T): Wrapped<T> => ({ success: true, data });

/** `/campaigns`: one content for an audience. */
@Controller('campaigns')
@Access('project')
export class CampaignController {
  constructor(private readonly asks: AskClient) {}

  /** Campaigns of the project, by cursor or page; `status`, `search`, `sort` and `dir` narrow and order them. */
  @Get()
  list(@Query(valid(ListCampaigns)) query: ListCampaigns, @FromCaller() { projectId }: Caller): Promise<CampaignPage> {
    return this.asks.ask('delivery.campaign-list', { projectId, query });
  }

  /** Makes a DRAFT. */
  @Post()
  @BodyLimit(contentBodyLimit)
  async create(
    @Body(valid(CreateCampaign)) campaign: CreateCampaign,
    @FromCaller() { projectId }: Caller,
  ): Promise<Wrapped<CampaignView>> {
    return wrapped(await this.asks.ask('delivery.campaign-create', { projectId, id: newId(), campaign }));
  }

  /** One campaign with its counts. */
  @Get(':id')
  async get(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<Wrapped<CampaignView>> {
    return wrapped(await this.asks.ask('delivery.campaign-get', { projectId, id }));
  }

  /** Changes a campaign that is DRAFT or SCHEDULED; what is left out stays, and so does a schedule. */
  @Put(':id')
  @BodyLimit(contentBodyLimit)
  async update(
    @Param('id') id: string,
    @Body(valid(UpdateCampaign)) change: UpdateCampaign,
    @IfMatch() ifMatch: string | undefined,
    @FromCaller() { projectId }: Caller,
  ): Promise<Wrapped<CampaignView>> {
    return wrapped(await this.asks.ask('delivery.campaign-update', { projectId, id, change, ifMatch }));
  }

  /** Deletes a campaign that is neither SCHEDULED nor SENDING. */
  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<void> {
    await this.asks.ask('delivery.campaign-delete', { projectId, id });
  }

  /** Makes a DRAFT with the same content and audience. */
  @Post(':id/duplicate')
  async duplicate(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<Wrapped<CampaignView>> {
    return wrapped(await this.asks.ask('delivery.campaign-duplicate', { projectId, id, newId: newId() }));
  }

  /** Sends a campaign now, or at `scheduledFor`. Answers an empty body. */
  @Post(':id/send')
  @HttpCode(200)
  async send(
    @Param('id') id: string,
    @Body(valid(SendCampaign, {})) { scheduledFor }: SendCampaign,
    @FromCaller() { projectId }: Caller,
  ): Promise<void> {
    await this.asks.ask('delivery.campaign-send', { projectId, id, scheduledFor: scheduledFor ?? null });
  }

  /** Cancels a campaign that is SCHEDULED or SENDING: emails that wait end FAILED, `campaign_cancelled`. */
  @Post(':id/cancel')
  @HttpCode(200)
  async cancel(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<Wrapped<CampaignView>> {
    return wrapped(await this.asks.ask('delivery.campaign-cancel', { projectId, id }));
  }

  /** Sends one test email to any address, at most 20 a minute. */
  @Post(':id/test')
  @HttpCode(200)
  async test(
    @Param('id') id: string,
    @Body(valid(TestCampaign)) { email }: TestCampaign,
    @FromCaller() { projectId }: Caller,
  ): Promise<Wrapped<{ email: string }>> {
    return wrapped(await this.asks.ask('delivery.campaign-test', { projectId, id, email, emailId: newId() }));
  }

  /** Counts and rates of a campaign. */
  @Get(':id/stats')
  async stats(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<Wrapped<CampaignFigures>> {
    return wrapped(await this.asks.ask('delivery.campaign-stats', { projectId, id }));
  }

  /** The links that recipients clicked, at most 100. */
  @Get(':id/links')
  async links(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<Wrapped<CampaignLink[]>> {
    return wrapped(await this.asks.ask('delivery.campaign-links', { projectId, id }));
  }

  /** Reads what a start would do now: recipients included and excluded, three renders, problems. */
  @Get(':id/preflight')
  async preflight(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<Wrapped<CampaignPreflight>> {
    return wrapped(await this.asks.ask('delivery.campaign-preflight', { projectId, id }));
  }
}
