import { Module } from '@nestjs/common';
import { SetupController } from './setup/setup.controller';
import { UsageController } from './usage/usage.controller';

/** Owns workflows, their executions and timers. It connects, reports its health and drains; its features are not built yet. */
@Module({ controllers: [UsageController, SetupController] })
export class WorkflowEngineModule {}
