import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { JobService } from './job.service';

/** Answers the asks about imports and bulk jobs. */
@Controller()
export class JobController {
  constructor(private readonly jobs: JobService) {}

  @MessagePattern(askSubject('contacts.import'))
  import(@Payload() request: AskRequest<'contacts.import'>): Promise<AskReply<'contacts.import'>> {
    return this.jobs.import(request);
  }

  @MessagePattern(askSubject('contacts.bulk'))
  bulk(@Payload() request: AskRequest<'contacts.bulk'>): Promise<AskReply<'contacts.bulk'>> {
    return this.jobs.bulk(request);
  }

  @MessagePattern(askSubject('contacts.job'))
  get(@Payload() request: AskRequest<'contacts.job'>): Promise<AskReply<'contacts.job'>> {
    return this.jobs.get(request);
  }
}
