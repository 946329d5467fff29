import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { PaymentProvider } from '../stripe/payment.provider';
import { AccountService } from './account.service';

/** Answers the asks about subscriptions and payments. */
@Controller()
export class AccountController {
  constructor(
    private readonly accounts: AccountService,
    private readonly payments: PaymentProvider,
  ) {}

  @MessagePattern(askSubject('billing.status'))
  status(): AskReply<'billing.status'> {
    return { enabled: this.payments.isOn };
  }

  @MessagePattern(askSubject('billing.setup'))
  async setup(@Payload() { projectId }: AskRequest<'billing.setup'>): Promise<AskReply<'billing.setup'>> {
    return { hasSubscription: await this.accounts.isSubscribed(projectId) };
  }

  @MessagePattern(askSubject('billing.checkout'))
  checkout(@Payload() request: AskRequest<'billing.checkout'>): Promise<AskReply<'billing.checkout'>> {
    return this.accounts.checkout(request);
  }

  @MessagePattern(askSubject('billing.portal'))
  portal(@Payload() request: AskRequest<'billing.portal'>): Promise<AskReply<'billing.portal'>> {
    return this.accounts.portal(request);
  }

  @MessagePattern(askSubject('billing.invoices'))
  invoices(@Payload() { projectId }: AskRequest<'billing.invoices'>): Promise<AskReply<'billing.invoices'>> {
    return this.accounts.invoices(projectId);
  }

  @MessagePattern(askSubject('billing.consumption'))
  consumption(@Payload() { projectId }: AskRequest<'billing.consumption'>): Promise<AskReply<'billing.consumption'>> {
    return this.accounts.consumption(projectId);
  }
}
