import { Body, Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { BulkRequest, type BulkOperation, type JobView, type QueuedJob } from '@waybill/contracts/contacts/job';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask-client';
import type { FastifyRequest } from 'fastify';
import { Access, FromCaller, RequestId, type Caller } from '../../access/route/access.decorator';
import { Uploads } from '../../edge/body/multipart';
import { valid } from '../../edge/valid';
import { readCsvUpload } from './csv-upload';

/** Imports and bulk operations: 202 when the job and its input are stored; it is polled by its id. */
@Controller('contacts')
@Access('project')
export class ContactJobController {
  constructor(private readonly asks: AskClient) {}

  @Post('import')
  @HttpCode(202)
  @Uploads()
  async import(
    @FromCaller() { projectId }: Caller,
    @RequestId() requestId: string,
    @Req() request: FastifyRequest,
  ): Promise<QueuedJob> {
    const csv = await readCsvUpload(request);
    return this.asks.ask('contacts.import', { projectId, requestId, jobId: newId(), csv });
  }

  @Get('import/:jobId')
  importJob(@FromCaller() { projectId }: Caller, @Param('jobId') id: string): Promise<JobView> {
    return this.asks.ask('contacts.job', { projectId, id, kind: 'import' });
  }

  @Post('bulk-subscribe')
  @HttpCode(202)
  subscribe(
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @Body(valid(BulkRequest)) body: BulkRequest,
  ): Promise<QueuedJob> {
    return this.bulk('subscribe', caller, requestId, body);
  }

  @Post('bulk-unsubscribe')
  @HttpCode(202)
  unsubscribe(
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @Body(valid(BulkRequest)) body: BulkRequest,
  ): Promise<QueuedJob> {
    return this.bulk('unsubscribe', caller, requestId, body);
  }

  @Post('bulk-delete')
  @HttpCode(202)
  delete(
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @Body(valid(BulkRequest)) body: BulkRequest,
  ): Promise<QueuedJob> {
    return this.bulk('delete', caller, requestId, body);
  }

  @Get('bulk/:jobId')
  bulkJob(@FromCaller() { projectId }: Caller, @Param('jobId') id: string): Promise<JobView> {
    return this.asks.ask('contacts.job', { projectId, id, kind: 'bulk' });
  }

  private bulk(
    operation: BulkOperation,
    { projectId }: Caller,
    requestId: string,
    body: BulkRequest,
  ): Promise<QueuedJob> {
    return this.asks.ask('contacts.bulk', { ...body, projectId, requestId, jobId: newId(), operation });
  }
}
