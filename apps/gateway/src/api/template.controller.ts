import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  CreateTemplate,
  ListTemplates,
  UpdateTemplate,
  type TemplatePage,
  type TemplateUsage,
  type TemplateView,
} from '@waybill/contracts/templates/template';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromCaller, type Caller } from '../access/route/access';
import { BodyLimit } from '../edge/body/body-limit';
import { IfMatch } from '../edge/if-match';
import { valid } from '../edge/valid';

/** A body of 2 million characters, each up to six bytes as JSON writes it. */
const templateBodyLimit = 13 * 1024 * 1024;

/** `/templates`: saved content of a project. */
@Controller('templates')
@Access('project')
export class TemplateController {
  constructor(private readonly asks: AskClient) {}

  @Get()
  list(@Query(valid(ListTemplates)) query: ListTemplates, @FromCaller() { projectId }: Caller): Promise<TemplatePage> {
    return this.asks.ask('delivery.template-list', { projectId, query });
  }

  @Post()
  @BodyLimit(templateBodyLimit)
  create(
    @Body(valid(CreateTemplate)) template: CreateTemplate,
    @FromCaller() { projectId }: Caller,
  ): Promise<TemplateView> {
    return this.asks.ask('delivery.template-create', { projectId, id: newId(), template });
  }

  @Get(':id')
  get(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<TemplateView> {
    return this.asks.ask('delivery.template-get', { projectId, id });
  }

  @Patch(':id')
  @BodyLimit(templateBodyLimit)
  update(
    @Param('id') id: string,
    @Body(valid(UpdateTemplate)) change: UpdateTemplate,
    @IfMatch() ifMatch: string | undefined,
    @FromCaller() { projectId }: Caller,
  ): Promise<TemplateView> {
    return this.asks.ask('delivery.template-update', { projectId, id, change, ifMatch });
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<void> {
    await this.asks.ask('delivery.template-delete', { projectId, id });
  }

  @Post(':id/duplicate')
  duplicate(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<TemplateView> {
    return this.asks.ask('delivery.template-duplicate', { projectId, id, newId: newId() });
  }

  @Get(':id/usage')
  usage(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<TemplateUsage> {
    return this.asks.ask('delivery.template-usage', { projectId, id });
  }
}
