import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WORKFLOW_CONFIG, type WorkflowEngineConfig } from './config';
import { Effects } from './engine/effects';
import { ExecutionStarter } from './engine/execution-starter';
import { ExecutionWriter } from './engine/execution-writer';
import { RunnerWorker } from './engine/runner.worker';
import { TimerMetrics } from './engine/timer-metrics';
import { TriggerConsumer } from './engine/trigger.consumer';
import { ExecutionController } from './execution/execution.controller';
import { ExecutionService } from './execution/execution.service';
import { StatsService } from './execution/stats.service';
import { ContactReader, DefinitionReader, ExecutionReaders, ProjectReader } from './reader/readers';
import { SetupController } from './setup/setup.controller';
import { MailPreview } from './simulate/mail-preview';
import { SimulateController } from './simulate/simulate.controller';
import { SimulateService } from './simulate/simulate.service';
import { ConditionEffect } from './step-kind/condition-effect.service';
import { SendEmailEffect } from './step-kind/send-email.step';
import { UpdateContactEffect } from './step-kind/update-contact.step';
import { WebhookEffect } from './step-kind/webhook-effect.service';
import { WebhookSecrets } from './webhook/webhook-secrets';
import { UsageController } from './usage/usage.controller';
import { GraphService } from './workflow/graph.service';
import { StepConfigs } from './workflow/step-configs';
import { StepService } from './workflow/step.service';
import { Templates } from './workflow/template-names';
import { WorkflowFieldService } from './workflow/workflow-field.service';
import { WorkflowController } from './workflow/workflow.controller';
import { Workflow } from './workflow/workflow.entity';
import { WorkflowService } from './workflow/workflow.service';

/** Owns workflows, their executions and timers. */
@Module({})
export class WorkflowEngineModule {
  static forRoot(config: WorkflowEngineConfig): DynamicModule {
    return {
      module: WorkflowEngineModule,
      imports: [TypeOrmModule.forFeature([Workflow])],
      controllers: [WorkflowController, ExecutionController, SimulateController, UsageController, SetupController],
      providers: [
        { provide: WORKFLOW_CONFIG, useValue: config },
        WorkflowService,
        StepConfigs,
        StepService,
        GraphService,
        WorkflowFieldService,
        Templates,
        DefinitionReader,
        ContactReader,
        ProjectReader,
        ExecutionReaders,
        SendEmailEffect,
        UpdateContactEffect,
        ConditionEffect,
        WebhookSecrets,
        WebhookEffect,
        Effects,
        ExecutionWriter,
        ExecutionStarter,
        RunnerWorker,
        TimerMetrics,
        TriggerConsumer,
        ExecutionService,
        StatsService,
        MailPreview,
        SimulateService,
      ],
    };
  }
}
