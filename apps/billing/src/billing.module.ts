import { Module, type DynamicModule } from '@nestjs/common';
import { tells } from '@waybill/contracts/events';
import { AskClient } from '@waybill/messaging/ask-client';
import { Broadcast } from '@waybill/messaging/broadcast';
import type { BillingConfig } from './config';
import { CapStore } from './limit/cap.store';
import { LimitController } from './limit/limit.controller';
import { LimitService } from './limit/limit.service';
import { SetupController } from './setup/setup.controller';

/** Shorter than the time in which the gateway waits for us. Milliseconds. */
const usageTimeout = 1_000;

/** Owns the caps of projects. Plans and the payment provider are not built yet. */
@Module({})
export class BillingModule {
  static forRoot(config: BillingConfig): DynamicModule {
    return {
      module: BillingModule,
      controllers: [LimitController, SetupController],
      providers: [
        CapStore,
        {
          provide: LimitService,
          useFactory: (store: CapStore, asks: AskClient, broadcast: Broadcast) =>
            new LimitService(store, {
              usage: (projectId) => asks.ask('delivery.usage', { projectId }, { timeout: usageTimeout }),
              changed: (projectId) => broadcast.tell(tells.capsChanged, projectId, () => true, 0),
              currency: config.BILLING_CURRENCY,
            }),
          inject: [CapStore, AskClient, Broadcast],
        },
      ],
    };
  }
}
