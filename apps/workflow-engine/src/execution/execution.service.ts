import { Injectable } from '@nestjs/common';
import type { ListUpcomingSteps, UpcomingStep, UpcomingSteps } from '@waybill/contracts/activity/activity';
import { AppError, validationError } from '@waybill/contracts/errors';
import { fromContactId, isUuid } from '@waybill/contracts/ids';
import type {
  ExecutionDetail,
  ExecutionItem,
  ExecutionKey,
  ExecutionPage,
  ExecutionView,
  ListExecutionsOf,
  StartExecutionOf,
} from '@waybill/contracts/workflows/execution';
import type { WorkflowKey } from '@waybill/contracts/workflows/workflow';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { Db } from '@waybill/database/db';
import { Outbox } from '@waybill/messaging/event/outbox';
import { ExecutionStarter } from '../engine/execution-starter';
import { RunnerWorker } from '../engine/runner.worker';
import { findStep, type Graph } from '../graph/graph';
import { DefinitionReader } from '../reader/readers';
import type { Workflow } from '../workflow/workflow.entity';
import { WorkflowService } from '../workflow/workflow.service';
import { toItem, toStepView, toView, type ExecutionRow, type StepRow } from './execution-view';
import * as sql from './execution.sql';

type Row = ExecutionRow & Record<string, unknown>;

const maxContextBytes = 64 * 1024;
const cancelChunk = 1_000;
const emptyGraph: Graph = { steps: [], links: [] };
/** An id that no contact has. */
const noContact = '00000000-0000-0000-0000-000000000000';

/** Executions of a project's workflows. One of another project or workflow does not exist: 404 EXECUTION_NOT_FOUND. */
@Injectable()
export class ExecutionService {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    private readonly workflows: WorkflowService,
    private readonly definitions: DefinitionReader,
    private readonly starter: ExecutionStarter,
    private readonly runner: RunnerWorker,
  ) {}

  /** @throws 404 for the workflow or contact; 409 while it is disabled, or by its rule of re-entry; 422 for the context */
  async start({ projectId, workflowId, executionId, start }: StartExecutionOf): Promise<ExecutionView> {
    const workflow = await this.workflows.read({ projectId, id: workflowId });
    const context = checkedContext(start.context ?? {});
    const contact = await this.contact(projectId, start.contactId);
    if (!workflow.enabled) {
      throw new AppError('CONFLICT', 'The workflow is disabled', undefined, 'Enable it with PATCH /workflows/{id}.');
    }
    const row = {
      project_id: projectId,
      id: executionId,
      workflow_id: workflowId,
      contact_id: contact.id,
      contact_email: contact.email,
      event_name: null,
      event: {},
      context,
      source_event_id: null,
      cause_id: null,
    };
    const [started] = await this.db.transaction((tx) => this.starter.start(tx, [row]));
    if (!started) return this.repeated({ projectId, workflowId, executionId }, workflow);
    const view = toView((await this.find({ projectId, workflowId, executionId }))!);
    this.starter.committed();
    this.runner.wake();
    return view;
  }

  /** One page, newest start first. @throws 404 for the workflow, 400 for a cursor that is none */
  async list({ projectId, workflowId, query }: ListExecutionsOf): Promise<ExecutionPage> {
    await this.workflows.read({ projectId, id: workflowId });
    const { limit = 20, cursor, status } = query;
    const contactId = query.contactId === undefined ? null : (fromContactId(query.contactId) ?? noContact);
    const filters = [projectId, workflowId, status ?? null, contactId];
    const rows = await this.db.query<Row>(sql.listExecutions, [...filters, cursorId(cursor), limit + 1]);
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const [count] = cursor ? [] : await this.db.query<{ total: number }>(sql.countExecutions, filters);
    const data = await Promise.all(page.map((row) => this.item(projectId, row)));
    const next = hasMore ? encodeCursor([page.at(-1)!.id]) : undefined;
    return { data, executions: data, cursor: next, hasMore, total: count?.total ?? 0 };
  }

  /** With what it did at every step. @throws 404 */
  async get(key: ExecutionKey): Promise<ExecutionDetail> {
    const { projectId, workflowId } = key;
    const workflow = await this.workflows.read({ projectId, id: workflowId });
    const row = await this.read(key);
    const graph = await this.graphOf(projectId, row);
    const steps = await this.db.query<StepRow & Record<string, unknown>>(sql.listSteps, [projectId, row.id]);
    return {
      ...toItem(row, graph),
      workflow: { id: workflow.id, name: workflow.name },
      stepExecutions: steps.map((step) => toStepView(step, row.id, graph)),
    };
  }

  /** The record as it is now. @throws 404; 409 for one that has ended */
  async cancel(key: ExecutionKey): Promise<ExecutionItem> {
    const { projectId, workflowId, executionId } = key;
    const workflow = await this.workflows.read({ projectId, id: workflowId });
    const { status } = await this.read(key);
    const cancelled = await this.cancelUpTo(workflow, executionId, 1);
    if (cancelled === 0) throw new AppError('CONFLICT', `The execution has ended: it is ${status}`);
    return this.item(projectId, await this.read(key));
  }

  /** Cancels every execution under way. @throws 404 */
  async cancelAll({ projectId, id }: WorkflowKey): Promise<{ cancelled: number }> {
    const workflow = await this.workflows.read({ projectId, id });
    let cancelled = 0;
    for (;;) {
      const more = await this.cancelUpTo(workflow, null, cancelChunk);
      cancelled += more;
      if (more < cancelChunk) return { cancelled };
    }
  }

  /** Executions that go on at a time before `before`, soonest first; of a contact also those that wait for an event alone. */
  async upcoming({ projectId, contactId, before, limit }: ListUpcomingSteps): Promise<UpcomingSteps> {
    type Upcoming = Omit<UpcomingStep, 'at'> & { at: Date | null; graph: Graph; stepId: string } & Record<
        string,
        unknown
      >;
    const values = [projectId, before, limit];
    const rows = await (contactId === undefined
      ? this.db.query<Upcoming>(sql.listUpcoming, values)
      : this.db.query<Upcoming>(sql.listUpcomingOfContact, [...values, contactId]));
    const items = rows.map(({ graph, stepId, at, ...row }) => {
      const step = findStep(graph, stepId);
      return { ...row, stepName: step?.name ?? '', stepType: step?.type ?? '', at: at?.toISOString() ?? null };
    });
    return { items };
  }

  private async cancelUpTo(workflow: Workflow, executionId: string | null, limit: number): Promise<number> {
    const { projectId, id: workflowId, name: workflowName } = workflow;
    const cancelled = await this.db.transaction(async (tx) => {
      type Cancelled = { id: string; contactId: string; contactEmail: string | null };
      const rows = await tx.query<Cancelled>(sql.cancelExecutions, [projectId, workflowId, executionId, limit]);
      await this.outbox.add(
        tx,
        rows.map(({ id, contactId, contactEmail }) => ({
          subject: 'workflow.completed' as const,
          projectId,
          requestId: id,
          contactId,
          contactEmail,
          data: { workflowId, workflowName, executionId: id, status: 'CANCELLED', exitReason: 'cancelled' },
        })),
      );
      return rows.length;
    });
    this.outbox.wake();
    return cancelled;
  }

  /** The same ask again answers what it started; else the rule of re-entry forbade it. */
  private async repeated(key: ExecutionKey, workflow: Workflow): Promise<ExecutionView> {
    const row = await this.find(key);
    if (row) return toView(row);
    const rule = workflow.allowReentry ? 'is under way in the workflow' : 'ran through the workflow before';
    throw new AppError('CONFLICT', `The contact ${rule}`, undefined, 'See allowReentry of the workflow.');
  }

  private async contact(projectId: string, given: string): Promise<{ id: string; email: string }> {
    const id = fromContactId(given);
    const found = id && (await this.db.query<{ id: string; email: string }>(sql.findContact, [projectId, id]))[0];
    if (!found) throw new AppError('CONTACT_NOT_FOUND', `There is no contact ${given}`);
    return found;
  }

  private async find({ projectId, workflowId, executionId }: ExecutionKey): Promise<Row | null> {
    if (!isUuid(executionId)) return null;
    const [row] = await this.db.query<Row>(sql.getExecution, [projectId, workflowId, executionId]);
    return row ?? null;
  }

  private async read(key: ExecutionKey): Promise<Row> {
    const row = await this.find(key);
    if (!row) throw new AppError('EXECUTION_NOT_FOUND', `There is no execution ${key.executionId}`);
    return row;
  }

  private async item(projectId: string, row: Row): Promise<ExecutionItem> {
    return toItem(row, await this.graphOf(projectId, row));
  }

  private async graphOf(projectId: string, { workflowId, version }: Row): Promise<Graph> {
    return (await this.definitions.find(projectId, workflowId, version))?.graph ?? emptyGraph;
  }
}

/** @throws 422 for a context that is too large or holds what JSON storage cannot keep */
function checkedContext(context: Record<string, unknown>): Record<string, unknown> {
  const json = JSON.stringify(context);
  if (Buffer.byteLength(json) > maxContextBytes)
    throw validationError([{ field: 'context', code: 'too_big', message: 'must be at most 64 KB of JSON' }]);
  if (/\\u0000|\\ud[89a-f][0-9a-f]{2}/i.test(json))
    throw validationError([{ field: 'context', code: 'invalid_string', message: 'holds a NUL or half a character' }]);
  return context;
}

function cursorId(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [id] = decodeCursor(cursor, 1);
  if (!isUuid(id)) throw new AppError('BAD_REQUEST', 'The cursor is not valid');
  return id;
}
