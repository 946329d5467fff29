import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AppError, changedMeanwhile, validationError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type {
  ChangeWorkflow,
  DuplicateWorkflow,
  ListWorkflowsOf,
  MakeWorkflow,
  WorkflowDetail,
  WorkflowItem,
  WorkflowKey,
  WorkflowView,
} from '@waybill/contracts/workflows/workflow';
import type { Page } from '@waybill/contracts/wire/page';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { nextUpdatedAt } from '@waybill/database/sql-values';
import { QueryFailedError, Repository, type EntityManager } from 'typeorm';
import type { Graph, Step } from '../graph/graph';
import { refsOf } from '../step-kind/step-kinds';
import { Templates } from './template-names';
import { toDetail, toView } from './workflow-view';
import { Workflow } from './workflow.entity';
import { listWorkflows } from './workflow-list';
import * as sql from './workflow.sql';

const maxNameLength = 100;
const deleteChunk = 2_000;
const uniqueViolation = '23505';

export const workflowNotFound = (id: string): AppError =>
  new AppError('WORKFLOW_NOT_FOUND', `There is no workflow ${id}`);

/** Workflows of a project. One of another project does not exist: 404 WORKFLOW_NOT_FOUND. */
@Injectable()
export class WorkflowService {
  constructor(
    @InjectRepository(Workflow) private readonly workflows: Repository<Workflow>,
    private readonly templates: Templates,
    private readonly db: Db,
  ) {}

  list({ projectId, query }: ListWorkflowsOf): Promise<Page<WorkflowItem>> {
    return listWorkflows(this.workflows, this.db, projectId, query);
  }

  async get(key: WorkflowKey): Promise<WorkflowDetail> {
    const workflow = await this.read(key);
    return toDetail(workflow, await this.templates.namesIn(key.projectId, workflow.graph));
  }

  /** Makes the workflow with its TRIGGER. The same id again answers what was made. */
  async create({ projectId, id, workflow }: MakeWorkflow): Promise<WorkflowDetail> {
    const eventName = workflow.eventName ?? workflow.triggerConfig?.eventName ?? null;
    const { name, description, allowReentry } = workflow;
    const graph = { steps: [triggerStep()], links: [] };
    return this.insert({ projectId, id, name, description: description ?? null, eventName, graph }, allowReentry);
  }

  /** A disabled copy with its own steps, and no executions. */
  async duplicate({ projectId, id, newId: copyId }: DuplicateWorkflow): Promise<WorkflowDetail> {
    const source = await this.read({ projectId, id });
    const suffix = ' (copy)';
    const name =
      Array.from(source.name)
        .slice(0, maxNameLength - suffix.length)
        .join('') + suffix;
    const { description, eventName, allowReentry, triggerType } = source;
    const graph = copyOf(source.graph);
    return this.insert({ projectId, id: copyId, name, description, eventName, graph, triggerType }, allowReentry);
  }

  /** @throws 422 when a workflow of type EVENT would have no event; 412 when `ifMatch` is not its `updatedAt` */
  async update({ projectId, id, change, ifMatch }: ChangeWorkflow): Promise<WorkflowView> {
    const { name, enabled, allowReentry } = change;
    await this.edit({ projectId, id }, (workflow) => {
      if (ifMatch !== undefined && ifMatch !== workflow.updatedAt.toISOString()) {
        throw changedMeanwhile(toView(workflow));
      }
      const triggerType = change.triggerType ?? workflow.triggerType;
      const given = change.triggerConfig?.eventName ?? change.eventName ?? undefined;
      const eventName = triggerType === 'MANUAL' ? null : (given ?? workflow.eventName);
      if (triggerType === 'EVENT' && eventName === null)
        throw validationError([{ field: 'triggerConfig.eventName', code: 'required', message: 'is required' }]);
      return {
        name: name ?? workflow.name,
        description: change.description === undefined ? workflow.description : change.description,
        enabled: enabled ?? workflow.enabled,
        allowReentry: allowReentry ?? workflow.allowReentry,
        triggerType,
        eventName,
        refs: refsOf(workflow.graph, eventName),
      };
    });
    return toView(await this.read({ projectId, id }));
  }

  /** @throws 409 while executions are under way */
  async delete({ projectId, id }: WorkflowKey): Promise<{ deleted: true }> {
    await this.deleteAll({ projectId, ids: [id] });
    return { deleted: true };
  }

  /** Deletes all of them or none. @throws 404, 409 */
  async deleteAll({ projectId, ids }: { projectId: string; ids: string[] }): Promise<{ deleted: number }> {
    const distinct = [...new Set(ids.map((id) => id.toLowerCase()))];
    await this.workflows.manager.transaction(async (manager) => {
      const rows = await manager
        .createQueryBuilder(Workflow, 'w')
        .select('w.id')
        .where('w.projectId = :projectId AND w.id = ANY(:ids)', { projectId, ids: distinct.filter((id) => isUuid(id)) })
        .orderBy('w.id')
        .setLock('pessimistic_write')
        .getMany();
      const found = new Set(rows.map(({ id }) => id));
      const missing = distinct.find((id) => !found.has(id));
      if (missing !== undefined) throw workflowNotFound(missing);
      const [active] = await this.db.query<{ id: string }>(sql.findActive, [projectId, distinct]);
      if (active) {
        const advice = 'Cancel its executions or wait until they are complete.';
        throw new AppError('CONFLICT', `The workflow ${active.id} has executions under way`, undefined, advice);
      }
      await manager.delete(
        Workflow,
        rows.map(({ id }) => ({ projectId, id })),
      );
    });
    await this.removeHistory(projectId, distinct);
    return { deleted: distinct.length };
  }

  /** @throws 404 WORKFLOW_NOT_FOUND */
  async read({ projectId, id }: WorkflowKey): Promise<Workflow> {
    const workflow = isUuid(id) ? await this.workflows.findOneBy({ projectId, id }) : null;
    if (!workflow) throw workflowNotFound(id);
    return workflow;
  }

  /** Changes a workflow under its lock; a new graph is a new version. @throws 404, and what `change` throws */
  async edit(key: WorkflowKey, change: (workflow: Workflow) => Partial<Workflow>): Promise<void> {
    const { projectId, id } = key;
    if (!isUuid(id)) throw workflowNotFound(id);
    await this.workflows.manager.transaction(async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const workflow = await manager.findOne(Workflow, { where: { projectId, id }, lock });
      if (!workflow) throw workflowNotFound(id);
      await this.save(manager, workflow, change(workflow));
    });
  }

  private async save(manager: EntityManager, workflow: Workflow, change: Partial<Workflow>): Promise<void> {
    const { projectId, id } = workflow;
    const graph = change.graph && {
      graph: change.graph,
      version: workflow.version + 1,
      stepCount: change.graph.steps.length,
      refs: refsOf(change.graph, workflow.eventName),
    };
    await manager
      .createQueryBuilder()
      .update(Workflow)
      .set({ ...change, ...graph, updatedAt: () => nextUpdatedAt } as object)
      .where({ projectId, id })
      .execute();
  }

  private async insert(
    made: Pick<Workflow, 'projectId' | 'id' | 'name' | 'description' | 'eventName' | 'graph'> & Partial<Workflow>,
    allowReentry: boolean | null | undefined,
  ): Promise<WorkflowDetail> {
    const now = (): string => `date_trunc('milliseconds', app.now())`;
    await this.workflows
      .createQueryBuilder()
      .insert()
      .values({
        triggerType: 'EVENT',
        ...made,
        enabled: false,
        allowReentry: allowReentry ?? false,
        stepCount: made.graph.steps.length,
        version: 1,
        refs: refsOf(made.graph, made.eventName),
        createdAt: now,
        updatedAt: now,
      } as object)
      .execute()
      .catch(ignoreRepeat);
    return this.get(made);
  }

  /** Deletes the executions of deleted workflows. A crash in between leaves rows that no interface shows. */
  private async removeHistory(projectId: string, ids: string[]): Promise<void> {
    for (;;) {
      const gone = await this.db.query(sql.deleteExecutions, [projectId, ids, deleteChunk]);
      if (gone.length < deleteChunk) break;
    }
    await this.db.query(sql.deleteRest, [projectId, ids]);
  }
}

/** The same ask again meets the row that it made. */
function ignoreRepeat(error: unknown): void {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
  if (code !== uniqueViolation) throw error;
}

function triggerStep(): Step {
  const at = new Date().toISOString();
  const position = { x: 100, y: 100 };
  const base = { position, config: {}, templateId: null, createdAt: at, updatedAt: at };
  return { id: newId(), type: 'TRIGGER', name: 'Trigger', ...base };
}

/** The same graph with ids of its own. */
function copyOf(graph: Graph): Graph {
  const ids = new Map(graph.steps.map(({ id }) => [id, newId()]));
  const at = new Date().toISOString();
  const moments = { createdAt: at, updatedAt: at };
  return {
    steps: graph.steps.map((step) => ({ ...step, ...moments, id: ids.get(step.id)! })),
    links: graph.links.map((link) => ({
      ...link,
      ...moments,
      id: newId(),
      from: ids.get(link.from)!,
      to: ids.get(link.to)!,
    })),
  };
}
