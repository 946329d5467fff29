import { Module, type DynamicModule } from '@nestjs/common';
import { AccountController } from './account/account.controller';
import { AccountService } from './account/account.service';
import { CancellationWorker } from './account/cancellation.worker';
import { BILLING_CONFIG, type BillingConfig } from './config';
import { LimitController } from './limit/limit.controller';
import { LimitService } from './limit/limit.service';
import { UsageWarningWorker } from './limit/usage-warning.worker';
import { PaymentEventController } from './payment/payment-event.controller';
import { PaymentEventWorker } from './payment/payment-event.worker';
import { PaymentProvider } from './stripe/payment.provider';
import { MeterWorker } from './usage/meter.worker';
import { UsageConsumer } from './usage/usage.consumer';

/** Limits of projects, their subscriptions and payments, and the metering of their emails. */
@Module({})
export class BillingModule {
  static forRoot(config: BillingConfig): DynamicModule {
    return {
      module: BillingModule,
      controllers: [LimitController, AccountController, PaymentEventController],
      providers: [
        { provide: BILLING_CONFIG, useValue: config },
        PaymentProvider,
        AccountService,
        CancellationWorker,
        LimitService,
        UsageWarningWorker,
        PaymentEventWorker,
        UsageConsumer,
        MeterWorker,
      ],
    };
  }
}
