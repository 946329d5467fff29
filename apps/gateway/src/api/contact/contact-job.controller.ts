import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, Req, StreamableFile } from '@nestjs/common';
import {
  BulkRequest,
  ExportRequest,
  ImportQuery,
  type BulkOperation,
  type ExportPart,
  type JobView,
  type QueuedJob,
} from '@waybill/contracts/contacts/job';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { Access, FromCaller, RequestId, type Caller } from '../../access/route/access';
import { Uploads } from '../../edge/body/multipart';
import { valid } from '../../edge/valid';
import { readCsvUpload } from './csv-upload';

/** Milliseconds: a part of a file is up to a few megabytes. */
const partDeadline = { timeout: 10_000 };

/** Imports, exports and bulk operations: 202 when the job and its input are stored; it is polled by its id. */
@Controller('contacts')
@Access('project')
export class ContactJobController {
  constructor(private readonly asks: AskClient) {}

  /**
   * Queues a job that imports contacts from a CSV file, the form field `file`. The field `mapping` is JSON that gives columns their
   * fields by their names: `email`, `subscribed`, `data.<name>` or `ignore`. A column that it does not name keeps its own name.
   */
  @Post('import')
  @HttpCode(202)
  @Uploads()
  async import(
    @FromCaller() { projectId }: Caller,
    @RequestId() requestId: string,
    @Query(valid(ImportQuery)) { dryRun }: ImportQuery,
    @Req() request: FastifyRequest,
  ): Promise<QueuedJob> {
    const upload = await readCsvUpload(request);
    return this.asks.ask('contacts.import', { projectId, requestId, jobId: newId(), ...upload, dryRun });
  }

  /** Queues a job that writes the contacts that match a condition, or all, to a CSV file. */
  @Post('export')
  @HttpCode(202)
  export(
    @FromCaller() { projectId }: Caller,
    @RequestId() requestId: string,
    @Body(valid(ExportRequest, {})) { condition, fields }: ExportRequest,
  ): Promise<QueuedJob> {
    return this.asks.ask('contacts.export', { projectId, requestId, jobId: newId(), condition, fields });
  }

  /** Reads the state of an export; `result.file` is the path of its file once it is completed. */
  @Get('export/:jobId')
  exportJob(@FromCaller() { projectId }: Caller, @Param('jobId') id: string): Promise<JobView> {
    return this.asks.ask('contacts.job', { projectId, id, kind: 'export' });
  }

  /** Downloads the file of a completed export, for 24 hours. */
  @Get('export/:jobId/file')
  @Header('cache-control', 'no-store')
  async exportFile(@FromCaller() { projectId }: Caller, @Param('jobId') id: string): Promise<StreamableFile> {
    const first = await this.part(projectId, id, null);
    const disposition = `attachment; filename="contacts-${id}.csv"`;
    return new StreamableFile(Readable.from(this.rest(projectId, id, first)), {
      type: 'text/csv; charset=utf-8',
      disposition,
    });
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

  /** The texts of a file, part by part: the next one is asked for when the caller has taken those before. */
  private async *rest(projectId: string, id: string, first: ExportPart): AsyncGenerator<string> {
    for (let part = first; ; part = await this.part(projectId, id, part.next)) {
      if (part.csv !== '') yield part.csv;
      if (part.next === null) return;
    }
  }

  private part(projectId: string, id: string, after: number | null): Promise<ExportPart> {
    return this.asks.ask('contacts.export-part', { projectId, id, after }, partDeadline);
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
