import { Controller, Get } from '@nestjs/common';
import { AskClient } from '@waybill/messaging/ask-client';
import { Access, FromCaller, type Caller } from '../access/access.decorator';
import { success, type Success } from '../edge/success';

/** How far a project is set up (wire facts, section 8). */
interface SetupState {
  hasSubscription: boolean;
  hasVerifiedDomain: boolean;
  contactCount: number;
  lastCampaignSentAt: string | null;
  hasEnabledWorkflow: boolean;
}

/** `GET /projects/{id}/setup-state`. */
@Controller('projects/:projectId/setup-state')
export class SetupController {
  constructor(private readonly asks: AskClient) {}

  /** Campaigns, workflows and subscriptions are not offered by their services, so no project has one. */
  @Get()
  @Access('project-path')
  async state(@FromCaller() { projectId }: Caller): Promise<Success<SetupState>> {
    const [contacts, domains] = await Promise.all([
      this.asks.ask('contacts.list', { projectId, limit: 1, sort: 'createdAt' }),
      this.asks.ask('domain-verifier.list', { projectId }),
    ]);
    return success({
      hasSubscription: false,
      hasVerifiedDomain: domains.some((domain) => domain.verified),
      contactCount: contacts.total,
      lastCampaignSentAt: null,
      hasEnabledWorkflow: false,
    });
  }
}
