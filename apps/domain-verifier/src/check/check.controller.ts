import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { DomainCheckView, ProjectDomain } from '@waybill/contracts/domains/domain';
import { CheckService } from './check.service';

/** Answers the ask for a check of a domain. */
@Controller()
export class CheckController {
  constructor(private readonly checks: CheckService) {}

  @MessagePattern(askSubject('domain-verifier.check'))
  check(@Payload() { projectId, id }: ProjectDomain): Promise<DomainCheckView> {
    return this.checks.force(projectId, id);
  }
}
