import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { JobService } from './job.service';

/** Answers the asks about imports, exports and bulk jobs. */
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

  @MessagePattern(askSubject('contacts.export'))
  export(@Payload() request: AskRequest<'contacts.export'>): Promise<AskReply<'contacts.export'>> {
    return this.jobs.export(request);
  }

  @MessagePattern(askSubject('contacts.export-part'))
  exportPart(@Payload() request: AskRequest<'contacts.export-part'>): Promise<AskReply<'contacts.export-part'>> {
    return this.jobs.exportPart(request);
  }

  @MessagePattern(askSubject('contacts.job'))
  get(@Payload() request: AskRequest<'contacts.job'>): Promise<AskReply<'contacts.job'>> {
    return this.jobs.get(request);
  }
}
