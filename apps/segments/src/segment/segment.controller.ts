import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { MemberService } from './member.service';
import { SegmentContactService } from './segment-contact.service';
import { SegmentService } from './segment.service';

/** Answers the asks about segments. */
@Controller()
export class SegmentController {
  constructor(
    private readonly segments: SegmentService,
    private readonly members: MemberService,
    private readonly contactsOf: SegmentContactService,
  ) {}

  @MessagePattern(askSubject('segments.list'))
  list(@Payload() { projectId }: AskRequest<'segments.list'>): Promise<AskReply<'segments.list'>> {
    return this.segments.list(projectId);
  }

  @MessagePattern(askSubject('segments.create'))
  create(@Payload() request: AskRequest<'segments.create'>): Promise<AskReply<'segments.create'>> {
    return this.segments.create(request);
  }

  @MessagePattern(askSubject('segments.get'))
  get(@Payload() request: AskRequest<'segments.get'>): Promise<AskReply<'segments.get'>> {
    return this.segments.get(request);
  }

  @MessagePattern(askSubject('segments.update'))
  update(@Payload() request: AskRequest<'segments.update'>): Promise<AskReply<'segments.update'>> {
    return this.segments.update(request);
  }

  @MessagePattern(askSubject('segments.delete'))
  delete(@Payload() request: AskRequest<'segments.delete'>): Promise<AskReply<'segments.delete'>> {
    return this.segments.delete(request);
  }

  @MessagePattern(askSubject('segments.refresh'))
  refresh(@Payload() request: AskRequest<'segments.refresh'>): Promise<AskReply<'segments.refresh'>> {
    return this.segments.refresh(request);
  }

  @MessagePattern(askSubject('segments.count'))
  count(@Payload() request: AskRequest<'segments.count'>): Promise<AskReply<'segments.count'>> {
    return this.segments.count(request);
  }

  @MessagePattern(askSubject('segments.contacts'))
  contacts(@Payload() request: AskRequest<'segments.contacts'>): Promise<AskReply<'segments.contacts'>> {
    return this.contactsOf.contacts(request);
  }

  @MessagePattern(askSubject('segments.members-add'))
  add(@Payload() request: AskRequest<'segments.members-add'>): Promise<AskReply<'segments.members-add'>> {
    return this.members.add(request);
  }

  @MessagePattern(askSubject('segments.members-remove'))
  remove(@Payload() request: AskRequest<'segments.members-remove'>): Promise<AskReply<'segments.members-remove'>> {
    return this.members.remove(request);
  }

  @MessagePattern(askSubject('segments.compute'))
  compute(@Payload() request: AskRequest<'segments.compute'>): Promise<AskReply<'segments.compute'>> {
    return this.segments.compute(request);
  }

  @MessagePattern(askSubject('segments.compute-job'))
  computeJob(@Payload() request: AskRequest<'segments.compute-job'>): Promise<AskReply<'segments.compute-job'>> {
    return this.segments.computeJob(request);
  }

  @MessagePattern(askSubject('segments.explain'))
  explain(@Payload() request: AskRequest<'segments.explain'>): Promise<AskReply<'segments.explain'>> {
    return this.contactsOf.explain(request);
  }
}
