import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type {
  AddDomain,
  DomainView,
  GetProjectOfDomain,
  ProjectDomain,
  ProjectOfDomain,
} from '@waybill/contracts/domains/domain';
import type {
  AddOwnDomain,
  CheckSenderDomains,
  FindReceivers,
  Receivers,
  SenderDomains,
} from '@waybill/contracts/domains/sender';
import { AppError } from '@waybill/contracts/errors';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { GetSigningKey, SigningKeyReply } from '@waybill/contracts/domains/signing-key';
import { IdentityWorker } from '../identity/identity.worker';
import { DomainService } from './domain.service';
import { SenderService } from './sender.service';

/** Answers the asks about sending domains. */
@Controller()
export class DomainController {
  constructor(
    private readonly domains: DomainService,
    private readonly sending: SenderService,
    private readonly asks: AskClient,
    private readonly identities: IdentityWorker,
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

  /** A suspended project does not go on under a subdomain in another one. */
  private async refuseBelowSuspended(projectId: string, domain: string): Promise<void> {
    for (const owner of await this.domains.ownersAbove(projectId, domain)) {
      const { enabled } = await this.asks.ask('gateway.mail-settings', { projectId: owner });
      if (!enabled) throw new AppError('FORBIDDEN', `${domain} is below a domain of a suspended project`);
    }
  }

  @MessagePattern(askSubject('domain-verifier.project-of'))
  async projectOf(@Payload() { id }: GetProjectOfDomain): Promise<ProjectOfDomain> {
    return { projectId: await this.domains.projectOf(id) };
  }

  @MessagePattern(askSubject('domain-verifier.remove'))
  async remove(@Payload() { projectId, id }: ProjectDomain): Promise<{ removed: true }> {
    await this.refuseWhileUsed(projectId, (await this.domains.get(projectId, id)).name);
    await this.domains.remove(projectId, id);
    this.identities.wake();
    return { removed: true };
  }

  /** 409 while something of the project sends from the domain. */
  private async refuseWhileUsed(projectId: string, domain: string): Promise<void> {
    const [{ templates, campaigns }, { workflows = [] }] = await Promise.all([
      this.asks.ask('delivery.sender-use', { projectId, domain }),
      this.asks.ask('workflow-engine.sender-use', { projectId, domain }),
    ]);
    for (const [kind, users] of Object.entries({ templates, campaigns, workflows })) {
      if (users.length === 0) continue;
      const names = users.map(({ name }) => `"${name}"`).join(', ');
      throw new AppError('CONFLICT', `${domain} is the sender domain of ${kind}: ${names}`);
    }
  }

  @MessagePattern(askSubject('domain-verifier.senders'))
  async senders(@Payload() { projectId, domains }: CheckSenderDomains): Promise<SenderDomains> {
    return { verified: await this.sending.findVerified(projectId, domains) };
  }

  @MessagePattern(askSubject('domain-verifier.receivers'))
  async receivers(@Payload() { domains }: FindReceivers): Promise<Receivers> {
    return { receivers: await this.sending.findReceivers(domains) };
  }

  @MessagePattern(askSubject('domain-verifier.signing-key'))
  signingKey(@Payload() { projectId, domain }: GetSigningKey): Promise<SigningKeyReply> {
    return this.sending.signingKey(projectId, domain);
  }

  /** The installation's own sender domain, for the emails of the service itself. */
  @MessagePattern(askSubject('domain-verifier.add-own'))
  async addOwn(@Payload() { projectId, domain }: AddOwnDomain): Promise<SenderDomains> {
    await this.domains.addVerified(projectId, domain);
    return { verified: [domain] };
  }
}
