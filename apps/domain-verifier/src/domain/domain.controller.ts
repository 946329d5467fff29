import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { AddDomain, DomainCheckView, DomainView, ProjectDomain } from '@waybill/contracts/domains/domain';
import type {
  AddOwnDomain,
  CheckSenderDomains,
  FindReceivers,
  Receivers,
  SenderDomains,
} from '@waybill/contracts/domains/sender';
import { AppError } from '@waybill/contracts/errors';
import { AskClient } from '@waybill/messaging/ask-client';
import type { GetSigningKey, SigningKeyReply } from '@waybill/contracts/domains/signing-key';
import { CheckService } from '../check/check.service';
import { IdentitySweeper } from '../identity/identity.sweeper';
import { DomainService } from './domain.service';

@Controller()
export class DomainController {
  constructor(
    private readonly domains: DomainService,
    private readonly checks: CheckService,
    private readonly asks: AskClient,
    private readonly sweeper: IdentitySweeper,
  ) {}

  @MessagePattern(askSubject('domain-verifier.list'))
  list(@Payload() { projectId }: { projectId: string }): Promise<DomainView[]> {
    return this.domains.list(projectId);
  }

  @MessagePattern(askSubject('domain-verifier.add'))
  async add(@Payload() { projectId, domain }: AddDomain & { projectId: string }): Promise<DomainView> {
    await this.refuseBelowSuspended(projectId, domain);
    return this.domains.add(projectId, domain);
  }

  /** A suspended project does not go on under a subdomain in another one (wire facts, section 7). */
  private async refuseBelowSuspended(projectId: string, domain: string): Promise<void> {
    for (const owner of await this.domains.ownersAbove(projectId, domain)) {
      const { enabled } = await this.asks.ask('gateway.mail-settings', { projectId: owner });
      if (!enabled) throw new AppError('FORBIDDEN', `${domain} is below a domain of a suspended project`);
    }
  }

  @MessagePattern(askSubject('domain-verifier.check'))
  check(@Payload() { projectId, id }: ProjectDomain): Promise<DomainCheckView> {
    return this.checks.force(projectId, id);
  }

  @MessagePattern(askSubject('domain-verifier.remove'))
  async remove(@Payload() { projectId, id }: ProjectDomain): Promise<{ removed: true }> {
    await this.refuseWhileUsed(projectId, await this.domains.getName(projectId, id));
    await this.domains.remove(projectId, id);
    this.sweeper.wake();
    return { removed: true };
  }

  /** 409 while something of the project sends from the domain (wire facts, section 7). */
  private async refuseWhileUsed(projectId: string, domain: string): Promise<void> {
    const { templates } = await this.asks.ask('delivery.sender-use', { projectId, domain });
    if (templates.length === 0) return;
    const names = templates.map(({ name }) => `"${name}"`).join(', ');
    throw new AppError('CONFLICT', `${domain} is the sender domain of templates: ${names}`);
  }

  @MessagePattern(askSubject('domain-verifier.senders'))
  async senders(@Payload() { projectId, domains }: CheckSenderDomains): Promise<SenderDomains> {
    return { verified: await this.domains.findVerified(projectId, domains) };
  }

  @MessagePattern(askSubject('domain-verifier.receivers'))
  async receivers(@Payload() { domains }: FindReceivers): Promise<Receivers> {
    return { receivers: await this.domains.findReceivers(domains) };
  }

  @MessagePattern(askSubject('domain-verifier.signing-key'))
  signingKey(@Payload() { projectId, domain }: GetSigningKey): Promise<SigningKeyReply> {
    return this.domains.signingKey(projectId, domain);
  }

  /** The installation's own sender domain, for the mails of the service itself. */
  @MessagePattern(askSubject('domain-verifier.add-own'))
  async addOwn(@Payload() { projectId, domain }: AddOwnDomain): Promise<SenderDomains> {
    await this.domains.addVerified(projectId, domain);
    return { verified: [domain] };
  }
}
