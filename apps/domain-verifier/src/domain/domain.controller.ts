import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { AddOwnDomain, CheckSenderDomains, SenderDomains } from '@waybill/contracts/domains/sender';
import { DomainService } from './domain.service';

@Controller()
export class DomainController {
  constructor(private readonly domains: DomainService) {}

  @MessagePattern(askSubject('domain-verifier.senders'))
  async senders(@Payload() { projectId, domains }: CheckSenderDomains): Promise<SenderDomains> {
    return { verified: await this.domains.findVerified(projectId, domains) };
  }

  /** The installation's own sender domain, for the mails of the service itself. */
  @MessagePattern(askSubject('domain-verifier.add-own'))
  async addOwn(@Payload() { projectId, domain }: AddOwnDomain): Promise<SenderDomains> {
    await this.domains.addVerified(projectId, domain);
    return { verified: [domain] };
  }
}
