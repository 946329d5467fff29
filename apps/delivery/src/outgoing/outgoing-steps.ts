import { Injectable } from '@nestjs/common';
import { MessageService } from '../ledger/message.service';
import { MailSettingsReader } from '../sender/mail-settings';
import { SenderDomainChecks } from '../sender/sender-domains';
import { TemplateWork } from '../template/template-work';
import { CapGuard } from '../usage/cap-check';
import { campaignStep, capStep, domainStep, projectStep, suppressionStep } from './checks';
import { handOverStep } from './hand-over';
import { buildStep, contentStep, linksStep, renderStep, signStep } from './message';
import type { Step } from './step';

/**
 * The send path of every email, whatever its source. Before these steps it is claimed, which takes it from the provider's
 * rate and quota; after them it is settled.
 */
@Injectable()
export class OutgoingSteps {
  readonly steps: readonly Step[];

  constructor(
    messages: MessageService,
    settings: MailSettingsReader,
    domains: SenderDomainChecks,
    caps: CapGuard,
    templateWork: TemplateWork,
  ) {
    this.steps = [
      projectStep(settings),
      campaignStep,
      suppressionStep,
      domainStep(domains),
      capStep(caps),
      contentStep(messages),
      linksStep,
      renderStep(templateWork),
      buildStep(templateWork),
      signStep,
      handOverStep,
    ];
  }
}
