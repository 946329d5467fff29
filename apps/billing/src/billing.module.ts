import { Module } from '@nestjs/common';
import { SetupController } from './setup/setup.controller';

/** Owns plans, caps, usage and the payment provider. It connects, reports its health and drains; its features are not built yet. */
@Module({ controllers: [SetupController] })
export class BillingModule {}
