import { Body, Controller, Get, HttpCode, Inject, Post, Put, Query } from '@nestjs/common';
import { SetBillingLimits, type BillingLimits } from '@waybill/contracts/billing/limits';
import { CheckoutQuery, type Consumption, type Invoices, type PaymentPage } from '@waybill/contracts/billing/payments';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, AlsoDisabled, FromAccount, FromCaller, type Account, type Caller } from '../../access/route/access';
import { dashboardUrl, GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { valid } from '../../edge/valid';

/** Longer than billing waits for Stripe, eight seconds for each of two calls. Milliseconds. */
const paymentDeadlineMs = 18_000;

/** Limits, usage and payments of a project (docs/billing.md). */
@Controller('users/@me/projects/:id')
export class BillingController {
  constructor(
    private readonly asks: AskClient,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get('billing-limits')
  @Access('member')
  limits(@FromCaller() { projectId }: Caller): Promise<BillingLimits> {
    return this.asks.ask('billing.limits', { projectId });
  }

  /** Replaces all limits and answers them with what is used. */
  @Put('billing-limits')
  @Access('member', 'ADMIN')
  setLimits(
    @FromCaller() { projectId }: Caller,
    @Body(valid(SetBillingLimits)) caps: SetBillingLimits,
  ): Promise<BillingLimits> {
    const { workflows, campaigns, transactional, inbound } = caps;
    return this.asks.ask('billing.limits-set', { projectId, caps: { workflows, campaigns, transactional, inbound } });
  }

  @Get('billing-consumption')
  @Access('member')
  consumption(@FromCaller() { projectId }: Caller): Promise<Consumption> {
    return this.asks.ask('billing.consumption', { projectId }, { timeout: paymentDeadlineMs });
  }

  @Get('billing-invoices')
  @Access('member')
  invoices(@FromCaller() { projectId }: Caller): Promise<Invoices> {
    return this.asks.ask('billing.invoices', { projectId }, { timeout: paymentDeadlineMs });
  }

  @Post('checkout')
  @HttpCode(200)
  @Access('member', 'ADMIN')
  checkout(
    @FromCaller() { projectId }: Caller,
    @FromAccount() { email }: Account,
    @Query(valid(CheckoutQuery)) { currency }: CheckoutQuery,
  ): Promise<PaymentPage> {
    const request = { projectId, email, currency, returnUrl: dashboardUrl(this.config) };
    return this.asks.ask('billing.checkout', request, { timeout: paymentDeadlineMs });
  }

  /** Also of a project that is disabled for a failed payment: the portal is where the payment is made up for. */
  @Post('billing-portal')
  @HttpCode(200)
  @Access('member', 'ADMIN')
  @AlsoDisabled()
  portal(@FromCaller() { projectId }: Caller): Promise<PaymentPage> {
    const request = { projectId, returnUrl: dashboardUrl(this.config) };
    return this.asks.ask('billing.portal', request, { timeout: paymentDeadlineMs });
  }
}
