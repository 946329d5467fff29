import { Controller, Get } from '@nestjs/common';
import type { BillingSetup, MailSetup, WorkflowSetup } from '@waybill/contracts/accounts/setup';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromCaller, type Caller } from '../../access/route/access';
import { success, type Success } from '../../edge/success';

/** How far a project is set up. */
interface SetupState extends MailSetup, WorkflowSetup, BillingSetup {
  hasVerifiedDomain: boolean;
  contactCount: number;
}

/** `GET /projects/{id}/setup-state`. */
@Controller('projects/:projectId/setup-state')
export class SetupController {
  constructor(private readonly asks: AskClient) {}

  /** Each part comes from the service that owns it; 503 while one of them is unavailable. */
  @Get()
  @Access('project-path')
  async state(@FromCaller() { projectId }: Caller): Promise<Success<SetupState>> {
    const [contacts, domains, mail, workflows, billing] = await Promise.all([
      this.asks.ask('contacts.list', { projectId, limit: 1, sort: 'createdAt' }),
      this.asks.ask('domain-verifier.list', { projectId }),
      this.asks.ask('delivery.setup', { projectId }),
      this.asks.ask('workflow-engine.setup', { projectId }),
      this.asks.ask('billing.setup', { projectId }),
    ]);
    return success({
      hasSubscription: billing.hasSubscription,
      hasVerifiedDomain: domains.some((domain) => domain.verified),
      contactCount: contacts.total,
      lastCampaignSentAt: mail.lastCampaignSentAt,
      hasEnabledWorkflow: workflows.hasEnabledWorkflow,
    });
  }
}
