import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  AddMembers,
  CountCondition,
  CreateSegment,
  RemoveMembers,
  SegmentContactsQuery,
  UpdateSegment,
  type AddedMembers,
  type ComputeAnswer,
  type ComputeJobView,
  type ConditionCount,
  type SegmentContacts,
  type SegmentExplanation,
  type SegmentView,
} from '@waybill/contracts/segments/segment';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { FastifyReply } from 'fastify';
import { Access, FromCaller, RequestId, type Caller } from '../access/route/access';
import { IfMatch } from '../edge/if-match';
import { valid } from '../edge/valid';

/** Milliseconds: a change may count the segment first, a deletion asks other services. */
const changeDeadline = { timeout: 5_000 };
/** A compute is waited for five seconds, then it goes on as a job. */
const computeDeadline = { timeout: 10_000 };
const pageDeadline = { timeout: 12_000 };
const refreshDeadline = { timeout: 22_000 };

/** `/segments`: the segments of the caller's project. */
@Controller('segments')
@Access('project')
export class SegmentController {
  constructor(private readonly asks: AskClient) {}

  /** All segments of the project, newest first. */
  @Get()
  list(@FromCaller() { projectId }: Caller): Promise<SegmentView[]> {
    return this.asks.ask('segments.list', { projectId });
  }

  /** Makes a segment; a tracked one enters the contacts that match by itself. */
  @Post()
  create(@FromCaller() { projectId }: Caller, @Body(valid(CreateSegment)) body: CreateSegment): Promise<SegmentView> {
    return this.asks.ask('segments.create', { ...body, projectId, id: newId() }, changeDeadline);
  }

  /** Tries a condition before it is saved. */
  @Post('count')
  @HttpCode(200)
  count(
    @FromCaller() { projectId }: Caller,
    @Body(valid(CountCondition)) { condition }: CountCondition,
  ): Promise<ConditionCount> {
    return this.asks.ask('segments.count', { projectId, condition }, changeDeadline);
  }

  /** A segment with its member count. */
  @Get(':id')
  get(@FromCaller() { projectId }: Caller, @Param('id') id: string): Promise<SegmentView> {
    return this.asks.ask('segments.get', { projectId, id });
  }

  /** Changes the named fields of a segment. */
  @Patch(':id')
  update(
    @FromCaller() { projectId }: Caller,
    @Param('id') id: string,
    @Body(valid(UpdateSegment)) change: UpdateSegment,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<SegmentView> {
    return this.asks.ask('segments.update', { ...change, projectId, id, ifMatch }, changeDeadline);
  }

  /** Deletes a segment; 409 while a campaign, a workflow or another segment uses it. */
  @Delete(':id')
  @HttpCode(204)
  async delete(@FromCaller() { projectId }: Caller, @Param('id') id: string): Promise<void> {
    await this.asks.ask('segments.delete', { projectId, id }, changeDeadline);
  }

  /** The contacts of a segment: of a dynamic one those that match now, newest first. */
  @Get(':id/contacts')
  contacts(
    @FromCaller() { projectId }: Caller,
    @Param('id') id: string,
    @Query(valid(SegmentContactsQuery)) query: SegmentContactsQuery,
  ): Promise<SegmentContacts> {
    return this.asks.ask('segments.contacts', { ...query, projectId, id }, pageDeadline);
  }

  /** Why a contact is in a segment or not: the truth of each filter, and when one changes by itself. */
  @Get(':id/contacts/:contactId/explain')
  explain(
    @FromCaller() { projectId }: Caller,
    @Param('id') id: string,
    @Param('contactId') contactId: string,
  ): Promise<SegmentExplanation> {
    return this.asks.ask('segments.explain', { projectId, id, contactId });
  }

  /** Adds contacts to a static segment by their addresses. */
  @Post(':id/members')
  @HttpCode(200)
  add(
    @FromCaller() { projectId }: Caller,
    @RequestId() requestId: string,
    @Param('id') id: string,
    @Body(valid(AddMembers)) body: AddMembers,
  ): Promise<AddedMembers> {
    return this.asks.ask('segments.members-add', { ...body, projectId, id, requestId }, changeDeadline);
  }

  /** Removes contacts from a static segment by their addresses. */
  @Delete(':id/members')
  remove(
    @FromCaller() { projectId }: Caller,
    @Param('id') id: string,
    @Body(valid(RemoveMembers)) { emails }: RemoveMembers,
  ): Promise<{ removed: number }> {
    return this.asks.ask('segments.members-remove', { projectId, id, emails }, changeDeadline);
  }

  /** 200 with the result, or 202 with the `jobId` of a compute that takes longer than a request. */
  @Post(':id/compute')
  async compute(
    @FromCaller() { projectId }: Caller,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ComputeAnswer> {
    const answer = await this.asks.ask('segments.compute', { projectId, id }, computeDeadline);
    void reply.status('jobId' in answer ? 202 : 200);
    return answer;
  }

  /** A compute that goes on as a job. */
  @Get(':id/compute/:jobId')
  computeJob(
    @FromCaller() { projectId }: Caller,
    @Param('id') id: string,
    @Param('jobId') jobId: string,
  ): Promise<ComputeJobView> {
    return this.asks.ask('segments.compute-job', { projectId, id, jobId });
  }

  /** Counts the members of a segment anew; no events, no change of membership. */
  @Post(':id/refresh')
  @HttpCode(200)
  refresh(@FromCaller() { projectId }: Caller, @Param('id') id: string): Promise<{ memberCount: number }> {
    return this.asks.ask('segments.refresh', { projectId, id }, refreshDeadline);
  }
}
