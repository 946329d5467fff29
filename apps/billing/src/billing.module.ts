import { Module } from '@nestjs/common';

/** Owns plans, caps, usage and the payment provider. It connects, reports its health and drains; its features are not built yet. */
@Module({})
export class BillingModule {}
