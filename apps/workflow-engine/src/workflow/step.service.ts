import { Injectable } from '@nestjs/common';
import { validationError } from '@waybill/contracts/errors';
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
import * as edit from '../graph/edit';
import { linksTo, type Graph, type Link, type Step } from '../graph/graph';
import { branchesOf } from '../step-kind/step-kinds';
import { StepConfigs } from './step-configs';
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
    private readonly configs: StepConfigs,
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
      const config = change.config === undefined ? step.config : this.configs.changed(projectId, step, change.config);
      const templateId = change.templateId === undefined ? step.templateId : templateOnly(step.type, change.templateId);
      const changed: Step = {
        ...step,
        name: change.name ?? step.name,
        position: change.position ?? step.position,
        config,
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
    const config = given.config ?? {};
    const kept = this.configs.made(projectId, given.type, config);
    const named = given.templateId ?? (isUuid(config.templateId) ? config.templateId : null);
    const templateId = templateOnly(given.type, named);
    if (templateId) await this.templates.get(projectId, templateId);
    await this.configs.checkSegments(projectId, given.type, config);
    const at = now();
    const position = given.position ? { x: given.position.x, y: given.position.y } : { x: 100, y: 100 };
    const name = given.name ?? stepNames[given.type];
    return { id, type: given.type, name, position, config: kept, templateId, createdAt: at, updatedAt: at };
  }

  private async checkSegments(projectId: string, id: string, stepId: string, config: Record<string, unknown>) {
    const { graph } = await this.workflows.read({ projectId, id });
    await this.configs.checkSegments(projectId, edit.getStep(graph, stepId).type, config);
  }

  private async view(projectId: string, workflowId: string, stepId: string): Promise<StepView> {
    const workflow = await this.workflows.read({ projectId, id: workflowId });
    const names = await this.templates.namesIn(projectId, workflow.graph);
    return toStepView(workflow, edit.getStep(workflow.graph, stepId), names);
  }
}

/** The name of a step that is given none. */
export const stepNames: Record<StepType, string> = {
  TRIGGER: 'Trigger',
  SEND_EMAIL: 'Send email',
  DELAY: 'Delay',
  WAIT_FOR_EVENT: 'Wait for event',
  CONDITION: 'Condition',
  WEBHOOK: 'Webhook',
  UPDATE_CONTACT: 'Update contact',
  EXIT: 'Exit',
};

/** @throws 422 for a template of a step of another kind than SEND_EMAIL */
export function templateOnly(type: StepType, templateId: string | null): string | null {
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
