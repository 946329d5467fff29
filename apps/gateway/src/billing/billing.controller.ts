import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { SetBillingLimits, type BillingLimits } from '@waybill/contracts/billing/limits';
import { AppError } from '@waybill/contracts/errors';
import { AskClient } from '@waybill/messaging/ask-client';
import { Access, FromCaller, type Caller } from '../access/access.decorator';
import { valid } from '../edge/valid';

/** What a project may use and has used (wire facts, Billing). Limits need no subscription. */
@Controller('users/@me/projects/:id')
export class BillingController {
  constructor(private readonly asks: AskClient) {}

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
  consumption(): never {
    throw noPaymentProvider();
  }

  @Get('billing-invoices')
  @Access('member')
  invoices(): never {
    throw noPaymentProvider();
  }

  @Post('checkout')
  @Access('member', 'ADMIN')
  checkout(): never {
    throw noPaymentProvider();
  }

  @Post('billing-portal')
  @Access('member', 'ADMIN')
  portal(): never {
    throw noPaymentProvider();
  }
}

/** Without a payment provider there are no prices, payments and invoices (wire contract, money endpoints). */
function noPaymentProvider(): AppError {
  return new AppError(
    'NOT_FOUND',
    'This installation has no payment provider',
    undefined,
    'Nothing is charged here: read usage and caps under billing-limits; GET /config tells whether billing is enabled.',
  );
}
