import { Inject, Injectable } from '@nestjs/common';
import { validationError, type FieldError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type {
  AddStep,
  AddTransition,
  ChangeStep,
  InsertStep,
  MakeStep,
  MakeTransition,
  RemoveStep,
  StepType,
  StepView,
  TransitionKey,
  TransitionView,
} from '@waybill/contracts/workflows/step';
import { newId } from '@waybill/database/ids';
import { WORKFLOW_CONFIG, type WorkflowEngineConfig } from '../config';
import * as edit from '../graph/edit';
import { graphLimits, linksTo, type Graph, type Link, type Step } from '../graph/graph';
import { ConditionEffect } from '../step-kind/condition.effect';
import { branchesOf, stepKinds } from '../step-kind/step-kinds';
import { WebhookSecrets } from '../webhook/webhook-secrets';
import { Templates } from './template-names';
import { toStepView, toTransition } from './workflow-view';
import { WorkflowService } from './workflow.service';

const now = (): string => new Date().toISOString();

/** Edits of a workflow's steps and links. Running executions keep the version that they started with. */
@Injectable()
export class StepService {
  constructor(
    private readonly workflows: WorkflowService,
    private readonly templates: Templates,
    private readonly conditions: ConditionEffect,
    private readonly secrets: WebhookSecrets,
    @Inject(WORKFLOW_CONFIG) private readonly config: WorkflowEngineConfig,
  ) {}

  /** @throws 404 for the workflow or the template; 422 naming `config.<field>` */
  async add({ projectId, workflowId, stepId, step: given }: MakeStep): Promise<StepView> {
    const step = await this.newStep(projectId, stepId, given);
    await this.workflows.edit({ projectId, id: workflowId }, ({ graph }) => {
      if (graph.steps.some(({ id }) => id === stepId)) return {};
      const placed = given.position ? step : { ...step, position: placeBelow(graph) };
      const added = edit.addStep(graph, placed);
      if (given.autoConnect === false) return { graph: added };
      const at = now();
      return { graph: edit.autoConnect(added, placed, { id: newId(), createdAt: at, updatedAt: at }) };
    });
    return this.view(projectId, workflowId, stepId);
  }

  /** Puts a new step into a link. @throws as {@link add} */
  async insert({ projectId, workflowId, transitionId, stepId, step: given }: InsertStep): Promise<StepView> {
    const step = await this.newStep(projectId, stepId, given);
    await this.workflows.edit({ projectId, id: workflowId }, ({ graph }) => ({
      graph: edit.insertStep(graph, transitionId, step, newId(), branchesOf),
    }));
    return this.view(projectId, workflowId, stepId);
  }

  /** @throws 404; 422 naming `config.<field>`, or for a change that would leave a link without its branch */
  async update({ projectId, workflowId, stepId, change }: ChangeStep): Promise<StepView> {
    if (change.templateId) await this.templates.get(projectId, change.templateId);
    if (change.config) await this.checkSegments(projectId, workflowId, stepId, change.config);
    await this.workflows.edit({ projectId, id: workflowId }, ({ graph }) => {
      const step = edit.getStep(graph, stepId);
      const kind = stepKinds[step.type];
      const config = change.config === undefined ? step.config : this.kept(projectId, step, change.config);
      const templateId = change.templateId === undefined ? step.templateId : templateOnly(step.type, change.templateId);
      const changed: Step = {
        ...step,
        name: change.name ?? step.name,
        position: change.position ?? step.position,
        config: kind.type === 'TRIGGER' ? step.config : config,
        templateId,
        updatedAt: now(),
      };
      return { graph: edit.replaceStep(graph, changed, branchesOf) };
    });
    return this.view(projectId, workflowId, stepId);
  }

  /** @throws 404; 422 for the TRIGGER, and for a step with branches that is to be spliced */
  async remove({ projectId, workflowId, stepId, splice }: RemoveStep): Promise<{ deleted: true }> {
    await this.workflows.edit({ projectId, id: workflowId }, ({ graph }) => ({
      graph: splice ? edit.spliceStep(graph, stepId) : edit.removeStep(graph, stepId),
    }));
    return { deleted: true };
  }

  /** @throws 404 for a step of another workflow; 422 for what the graph does not allow */
  async link({ projectId, workflowId, transitionId, transition }: MakeTransition): Promise<TransitionView> {
    const at = now();
    let made: Link | undefined;
    let after: Graph | undefined;
    await this.workflows.edit({ projectId, id: workflowId }, ({ graph }) => {
      const { fromStepId: from, toStepId: to } = transition;
      const link = { id: transitionId, from, to, branch: branchOf(transition), createdAt: at, updatedAt: at };
      const result = edit.connect(graph, link, branchesOf);
      made = result.link;
      after = result.graph;
      return { graph: result.graph };
    });
    return toTransition(after!, made!);
  }

  async unlink({ projectId, workflowId, transitionId }: TransitionKey): Promise<{ deleted: true }> {
    await this.workflows.edit({ projectId, id: workflowId }, ({ graph }) => ({
      graph: edit.removeLink(graph, transitionId),
    }));
    return { deleted: true };
  }

  private async newStep(projectId: string, id: string, given: AddStep): Promise<Step> {
    const config = this.checked(given.type, given.config ?? {}, null);
    const named = given.templateId ?? (isUuid(config.templateId) ? config.templateId : null);
    const templateId = templateOnly(given.type, named);
    if (templateId) await this.templates.get(projectId, templateId);
    if (given.type === 'CONDITION') await this.conditions.checkSegments(projectId, config);
    const at = now();
    const position = given.position ? { x: given.position.x, y: given.position.y } : { x: 100, y: 100 };
    const name = given.name ?? names[given.type];
    const kept = this.sealed(projectId, given.type, config);
    return { id, type: given.type, name, position, config: kept, templateId, createdAt: at, updatedAt: at };
  }

  private async checkSegments(projectId: string, id: string, stepId: string, config: Record<string, unknown>) {
    const { graph } = await this.workflows.read({ projectId, id });
    const { type } = edit.getStep(graph, stepId);
    if (type === 'CONDITION') await this.conditions.checkSegments(projectId, this.checked(type, config, null));
  }

  /** The new config of a step, as it is kept. @throws 422 naming every wrong `config.<field>` */
  private kept(projectId: string, { type, config: stored }: Step, given: Record<string, unknown>) {
    const opened = type === 'WEBHOOK' ? this.secrets.open(projectId, stored) : stored;
    return this.sealed(projectId, type, this.checked(type, given, opened));
  }

  private sealed(projectId: string, type: StepType, config: Record<string, unknown>): Record<string, unknown> {
    return type === 'WEBHOOK' ? this.secrets.seal(projectId, config) : config;
  }

  /** @throws 422 naming every wrong `config.<field>` */
  private checked(type: StepType, given: Record<string, unknown>, stored: Record<string, unknown> | null) {
    const kind = stepKinds[type];
    if (JSON.stringify(given).length > graphLimits.configBytes)
      throw validationError([{ field: 'config', code: 'too_big', message: 'must be at most 64 KB of JSON' }]);
    const unstorable = /\\u0000|\\ud[89a-f]/i.test(JSON.stringify(given));
    if (unstorable)
      throw validationError([{ field: 'config', code: 'invalid_string', message: 'holds a NUL or half a character' }]);
    const config = kind.normalize?.(given, stored) ?? given;
    const rules = { allowPrivateWebhooks: this.config.WEBHOOK_ALLOW_PRIVATE };
    const problems = kind.problems(config, rules);
    if (problems.length > 0) throw validationError(problems.map(toFieldError));
    return config;
  }

  private async view(projectId: string, workflowId: string, stepId: string): Promise<StepView> {
    const workflow = await this.workflows.read({ projectId, id: workflowId });
    const names = await this.templates.namesIn(projectId, workflow.graph);
    return toStepView(workflow, edit.getStep(workflow.graph, stepId), names);
  }
}

const names: Record<AddStep['type'], string> = {
  SEND_EMAIL: 'Send email',
  DELAY: 'Delay',
  WAIT_FOR_EVENT: 'Wait for event',
  CONDITION: 'Condition',
  WEBHOOK: 'Webhook',
  UPDATE_CONTACT: 'Update contact',
  EXIT: 'Exit',
};

const toFieldError = ({ path, code, message }: { path: string; code: FieldError['code']; message: string }) => {
  const field = path === '' ? 'config' : `config.${path}`;
  return { field, code, message: `${field} ${message}` };
};

function templateOnly(type: StepType, templateId: string | null): string | null {
  if (templateId === null || type === 'SEND_EMAIL') return templateId;
  throw validationError([{ field: 'templateId', code: 'invalid_string', message: 'only SEND_EMAIL has a template' }]);
}

/** The branch in whichever form it was given. */
function branchOf({ branch, condition, waitOutcome }: AddTransition): string | null {
  const given = branch ?? condition?.branch ?? waitOutcome ?? (condition?.fallback ? 'timeout' : null);
  if (given === null) return null;
  return waitOutcome || /^(EVENT|TIMEOUT)$/.test(given) ? given.toLowerCase() : given;
}

/** Below the lowest step. */
function placeBelow({ steps, ...graph }: Graph): { x: number; y: number } {
  const last = steps.findLast(({ id }) => linksTo({ steps, ...graph }, id).length > 0) ?? steps[0];
  const lowest = Math.max(...steps.map(({ position }) => position.y));
  return { x: last?.position.x ?? 100, y: lowest + 150 };
}
