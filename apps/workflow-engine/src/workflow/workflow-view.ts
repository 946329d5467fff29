import type { StepView, TransitionView } from '@waybill/contracts/workflows/step';
import type { WorkflowDetail, WorkflowView } from '@waybill/contracts/workflows/workflow';
import { findStep, linksFrom, linksTo, type Graph, type Link, type Step } from '../graph/graph';
import { stepKinds } from '../step-kind/step-kinds';
import type { Workflow } from './workflow.entity';

/** Names of templates by id; one that cannot be looked up now is missing. */
export type TemplateNames = ReadonlyMap<string, string>;

export function toView(workflow: Workflow): WorkflowView {
  const { id, projectId, name, description, enabled, allowReentry, triggerType, eventName } = workflow;
  return {
    id,
    projectId,
    name,
    description,
    enabled,
    allowReentry,
    triggerType,
    triggerConfig: eventName === null ? null : { eventName },
    createdAt: workflow.createdAt.toISOString(),
    updatedAt: workflow.updatedAt.toISOString(),
  };
}

export function toDetail(workflow: Workflow, templates: TemplateNames): WorkflowDetail {
  const { graph } = workflow;
  return {
    ...toView(workflow),
    steps: graph.steps.map((step) => toStepView(workflow, step, templates)),
    transitions: graph.links.map((link) => toTransition(graph, link)),
  };
}

export function toStepView(workflow: Workflow, step: Step, templates: TemplateNames): StepView {
  const { id, type, name, position, templateId, createdAt, updatedAt } = step;
  const { graph } = workflow;
  const config = type === 'TRIGGER' ? triggerConfig(workflow) : (stepKinds[type].shown?.(step.config) ?? step.config);
  return {
    id,
    workflowId: workflow.id,
    type,
    name,
    position,
    config,
    templateId,
    template: templateId === null ? null : { id: templateId, name: templates.get(templateId) ?? null },
    outgoingTransitions: linksFrom(graph, id).map((link) => toTransition(graph, link)),
    incomingTransitions: linksTo(graph, id).map((link) => toTransition(graph, link)),
    createdAt,
    updatedAt,
  };
}

const triggerConfig = ({ eventName }: Workflow): Record<string, unknown> => (eventName === null ? {} : { eventName });

/** A link with its branch in every form in which clients read it. */
export function toTransition(graph: Graph, { id, from, to, branch, createdAt, updatedAt }: Link): TransitionView {
  const behindWait = findStep(graph, from)?.type === 'WAIT_FOR_EVENT';
  return {
    id,
    fromStepId: from,
    toStepId: to,
    branch,
    condition: branch === null ? null : { branch },
    waitOutcome: behindWait && branch !== null ? (branch.toUpperCase() as 'EVENT' | 'TIMEOUT') : null,
    priority: 0,
    createdAt,
    updatedAt,
  };
}
