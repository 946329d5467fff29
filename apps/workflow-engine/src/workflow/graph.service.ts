import { Injectable } from '@nestjs/common';
import { AppError, changedMeanwhile, validationError, type FieldCode } from '@waybill/contracts/errors';
import type { GraphStep, GraphTransition, ReplaceGraphOf } from '@waybill/contracts/workflows/graph';
import type { WorkflowDetail } from '@waybill/contracts/workflows/workflow';
import { newId } from '@waybill/database/ids';
import * as edit from '../graph/edit';
import { findStep, type Graph, type Link, type Step } from '../graph/graph';
import { branchesOf } from '../step-kind/step-kinds';
import { StepConfigs } from './step-configs';
import { stepNames, templateOnly } from './step.service';
import { Templates } from './template-names';
import { toView } from './workflow-view';
import { WorkflowService } from './workflow.service';

const refused = (field: string, message: string, code: FieldCode = 'invalid_string'): AppError =>
  validationError([{ field, message, code }]);

/** Replaces the graph of a workflow as a whole, so that no execution starts with half of an edit. */
@Injectable()
export class GraphService {
  constructor(
    private readonly workflows: WorkflowService,
    private readonly templates: Templates,
    private readonly configs: StepConfigs,
  ) {}

  /**
   * @throws 404 for the workflow or a template; 412 when `ifMatch` is not its `updatedAt`; 422 naming `steps.<n>.<field>` or
   * `transitions.<n>.<field>`
   */
  async replace({ projectId, id, steps, transitions, ifMatch }: ReplaceGraphOf): Promise<WorkflowDetail> {
    const key = { projectId, id };
    const { graph: before } = await this.workflows.read(key);
    await this.checkReferences(projectId, before, steps);
    await this.workflows.edit(key, (workflow) => {
      if (ifMatch !== undefined && ifMatch !== workflow.updatedAt.toISOString()) {
        throw changedMeanwhile(toView(workflow));
      }
      const placed = this.stepsOf(projectId, workflow.graph, steps);
      return { graph: linked(placed, transitions, workflow.graph.links) };
    });
    return this.workflows.get(key);
  }

  /** Checks that templates and segments exist where a step names others than before. @throws 404, 422 */
  private async checkReferences(projectId: string, before: Graph, steps: GraphStep[]): Promise<void> {
    const isNew = ({ id, templateId }: GraphStep): boolean => findStep(before, idOf(id))?.templateId !== templateId;
    const named = steps.filter(isNew).flatMap(({ templateId }) => templateId ?? []);
    await this.templates.getAll(projectId, [...new Set(named)]);
    for (const [index, { id, type, config }] of steps.entries()) {
      const known = findStep(before, idOf(id));
      if (!config || JSON.stringify(known?.config) === JSON.stringify(config)) continue;
      await atPlace(`steps.${index}`, () => this.configs.checkSegments(projectId, type, config));
    }
  }

  /** The steps of the new graph, the TRIGGER first. */
  private stepsOf(projectId: string, before: Graph, given: GraphStep[]): Graph {
    const trigger = before.steps[0]!;
    const ids = new Set<string>();
    const steps = given.map((step, index) => {
      const place = `steps.${index}`;
      const id = idOf(step.id);
      if (ids.has(id)) throw refused(`${place}.id`, 'another step has the same id');
      ids.add(id);
      const known = findStep(before, id);
      if (known ? known.type !== step.type : step.type === 'TRIGGER')
        throw refused(`${place}.type`, known ? `the step is a ${known.type}` : 'the workflow has its TRIGGER');
      return atPlace(place, () => (known ? this.changed(projectId, known, step) : this.made(projectId, step)));
    });
    if (!ids.has(trigger.id)) throw refused('steps', `must hold the TRIGGER ${trigger.id}`, 'required');
    const first = steps.filter(({ id }) => id === trigger.id);
    const others = steps.filter(({ id }) => id !== trigger.id);
    return others.reduce((graph, step) => edit.addStep(graph, step), { steps: first, links: [] } as Graph);
  }

  private made(projectId: string, { id, type, name, position, config, templateId }: GraphStep): Step {
    const at = new Date().toISOString();
    return {
      id: idOf(id),
      type,
      name: name ?? stepNames[type],
      position: position ? { x: position.x, y: position.y } : { x: 100, y: 100 },
      config: this.configs.made(projectId, type, config ?? {}),
      templateId: templateOnly(type, templateId ?? null),
      createdAt: at,
      updatedAt: at,
    };
  }

  private changed(projectId: string, known: Step, { name, position, config, templateId }: GraphStep): Step {
    const changed: Step = {
      ...known,
      name: name ?? known.name,
      position: position ? { x: position.x, y: position.y } : known.position,
      config: config ? this.configs.changed(projectId, known, config) : known.config,
      templateId: templateId === undefined ? known.templateId : templateOnly(known.type, templateId),
    };
    const isSame = JSON.stringify(changed) === JSON.stringify(known);
    return isSame ? known : { ...changed, updatedAt: new Date().toISOString() };
  }
}

const idOf = (id: string): string => id.toLowerCase();

/** The graph with its links; one that was there keeps its id. @throws 422 naming `transitions.<n>.<field>` */
function linked(steps: Graph, transitions: GraphTransition[], before: Link[]): Graph {
  const at = new Date().toISOString();
  return transitions.reduce((graph, given, index) => {
    const [from, to, branch] = [idOf(given.fromStepId), idOf(given.toStepId), given.branch ?? null];
    const place = `transitions.${index}`;
    if (!findStep(graph, from)) throw refused(`${place}.fromStepId`, 'is no step of this graph');
    if (!findStep(graph, to)) throw refused(`${place}.toStepId`, 'is no step of this graph');
    const known = before.find((link) => link.from === from && link.to === to && link.branch === branch);
    // `connect` takes a link that autoConnect made for the one that is asked for: here every link is asked for.
    const link = { id: newId(), createdAt: at, updatedAt: at, ...known, from, to, branch, auto: false };
    return atPlace(place, () => edit.connect(graph, link, branchesOf).graph);
  }, steps);
}

/** Names the place in the body in the field errors that `act` throws, also later. */
function atPlace<Result>(place: string, act: () => Result): Result {
  try {
    const result = act();
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => Promise.reject(placed(place, error) as Error)) as Result;
  } catch (error) {
    throw placed(place, error);
  }
}

function placed(place: string, error: unknown): unknown {
  if (!(error instanceof AppError) || !error.errors) return error;
  return validationError(error.errors.map((each) => ({ ...each, field: `${place}.${each.field}` })));
}
