import { Injectable } from '@nestjs/common';
import type { StepType } from '@waybill/contracts/workflows/step';
import { SendEmailEffect } from '../step-kind/send-email.step';
import type { StepEffect } from '../step-kind/step-kind';
import { UpdateContactEffect } from '../step-kind/update-contact.step';
import { WebhookEffect } from '../step-kind/webhook-effect.service';
import { ConditionEffect } from '../step-kind/condition-effect.service';

/** Performs the effect of each step kind that has one. */
@Injectable()
export class Effects {
  private readonly byType: Partial<Record<StepType, StepEffect>>;

  constructor(sendEmail: SendEmailEffect, update: UpdateContactEffect, webhook: WebhookEffect, tree: ConditionEffect) {
    this.byType = { SEND_EMAIL: sendEmail, UPDATE_CONTACT: update, WEBHOOK: webhook, CONDITION: tree };
  }

  of(type: StepType): StepEffect {
    const effect = this.byType[type];
    if (!effect) throw new Error(`${type} has no effect`);
    return effect;
  }
}
