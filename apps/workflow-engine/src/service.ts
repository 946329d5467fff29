import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { workflowEngineSettings } from './config';
import { workflowEngineChecks } from './doctor';
import { WorkflowEngineModule } from './workflow-engine.module';
import { Workflow } from './workflow/workflow.entity';

export const workflowEngineService: ServiceDefinition<typeof workflowEngineSettings> = {
  name: 'workflow-engine',
  settings: workflowEngineSettings,
  module: (config) => WorkflowEngineModule.forRoot(config),
  entities: [Workflow],
  checks: workflowEngineChecks,
};
