import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { workflowEngineSettings } from './config';
import { workflowEngineChecks } from './doctor';
import { WorkflowEngineModule } from './workflow-engine.module';
import { Workflow } from './workflow/workflow.entity';

/**
 * A plan that was made while a table was nearly empty would read all of it as it fills. A statement here carries many executions, so
 * that to plan it each time costs little.
 */
const freshPlans = { plan_cache_mode: 'force_custom_plan' };

export const workflowEngineService: ServiceDefinition<typeof workflowEngineSettings> = {
  name: 'workflow-engine',
  settings: workflowEngineSettings,
  databaseSettings: freshPlans,
  module: (config) => WorkflowEngineModule.forRoot(config),
  entities: [Workflow],
  checks: workflowEngineChecks,
};
