import { Module } from '@nestjs/common';

/** Owns workflows, their executions and timers. It connects, reports its health and drains; its features are not built yet. */
@Module({})
export class WorkflowEngineModule {}
