import { Module } from '@nestjs/common';
import { UsageController } from './usage/usage.controller';

/** Owns segments, their members, entry and exit. It connects, reports its health and drains; its features are not built yet. */
@Module({ controllers: [UsageController] })
export class SegmentsModule {}
