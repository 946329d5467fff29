import { Module } from '@nestjs/common';
import { UsageController } from './usage/usage.controller';

/** Owns workflows, their executions and timers. It connects, reports its health and drains; its features are not built yet. */
@Module({ controllers: [UsageController] })
export class WorkflowEngineModule {}
