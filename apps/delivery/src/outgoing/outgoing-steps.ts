import type { MessageStore } from '../message/message.store';
import type { CapGuard } from '../cap/cap.guard';
import type { SenderDomainChecks } from '../sender/sender-domains';
import type { TemplateWork } from '../template-work/template-work';
import type { MailSettingsReader } from '../tracking/mail-settings.reader';
import { buildStep } from './build.step';
import { capStep } from './cap.step';
import { contentStep } from './content.step';
import { domainStep } from './domain.step';
import { handOverStep } from './hand-over.step';
import { linksStep } from './links.step';
import { renderStep } from './render.step';
import { signStep } from './sign.step';
import { projectStep } from './project.step';
import type { Step } from './step';
import { suppressionStep } from './suppression.step';

/** What the steps ask others. */
export interface StepNeeds {
  messages: MessageStore;
  settings: MailSettingsReader;
  domains: SenderDomainChecks;
  caps: CapGuard;
  templateWork: TemplateWork;
}

/**
 * The way of every email, whichever entrance it came through: before these it is claimed, which takes it from the
 * provider's quota; after these it is settled.
 */
export function outgoingSteps({ messages, settings, domains, caps, templateWork }: StepNeeds): readonly Step[] {
  return [
    projectStep(settings),
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
