import { Module } from '@nestjs/common';

/** Owns segments, their members, entry and exit. It connects, reports its health and drains; its features are not built yet. */
@Module({})
export class SegmentsModule {}
