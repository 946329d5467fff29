import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { ListWorkflows, WorkflowItem } from '@waybill/contracts/workflows/workflow';
import type { Page } from '@waybill/contracts/wire/page';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import type { Db } from '@waybill/database/db';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { toView } from './workflow-view';
import type { Workflow } from './workflow.entity';
import { countExecutions } from './workflow.sql';

// A UUIDv7 grows with its time: the id is the order of making.
const columns = { createdAt: 'w.id', updatedAt: 'w.updatedAt', name: 'w.name', steps: 'w.stepCount' } as const;
const values = {
  createdAt: (workflow: Workflow) => workflow.id,
  updatedAt: (workflow: Workflow) => workflow.updatedAt.toISOString(),
  name: (workflow: Workflow) => workflow.name,
  steps: (workflow: Workflow) => workflow.stepCount,
};

/** One page of a project's workflows. The count is exact: a project has few. @throws 400 for a cursor of another order */
export async function listWorkflows(
  workflows: Repository<Workflow>,
  db: Db,
  projectId: string,
  query: Partial<ListWorkflows>,
): Promise<Page<WorkflowItem>> {
  const { limit = 20, sort = 'createdAt', cursor } = query;
  const direction = (query.dir ?? (sort === 'name' ? 'asc' : 'desc')) === 'asc' ? 'ASC' : 'DESC';
  const select = matching(workflows, projectId, query);
  const total = cursor === undefined ? await select.getCount() : 0;
  if (cursor !== undefined) continueAfter(select, cursor, sort, direction);
  const rows = await select
    .orderBy(columns[sort], direction)
    .addOrderBy('w.id', direction)
    .limit(limit + 1)
    .getMany();
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = page.at(-1);
  const counts = await db.query<{ workflowId: string; executions: number }>(countExecutions, [
    projectId,
    page.map(({ id }) => id),
  ]);
  const executions = new Map(counts.map((row) => [row.workflowId, row.executions]));
  return {
    data: page.map((workflow) => ({
      ...toView(workflow),
      _count: { steps: workflow.stepCount, executions: executions.get(workflow.id) ?? 0 },
    })),
    cursor: hasMore && last ? encodeCursor([values[sort](last), last.id]) : undefined,
    hasMore,
    total,
  };
}

function matching(workflows: Repository<Workflow>, projectId: string, { search, status }: Partial<ListWorkflows>) {
  const select = workflows.createQueryBuilder('w').where('w.projectId = :projectId', { projectId });
  if (status) select.andWhere('w.enabled = :enabled', { enabled: status === 'active' });
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    select.andWhere('(w.name ILIKE :pattern OR w.description ILIKE :pattern)', { pattern });
  }
  return select;
}

function continueAfter(
  select: SelectQueryBuilder<Workflow>,
  cursor: string,
  sort: keyof typeof columns,
  direction: 'ASC' | 'DESC',
): void {
  const [value, id] = decodeCursor(cursor, 2);
  const readable = {
    createdAt: isUuid(value),
    updatedAt: !Number.isNaN(Date.parse(String(value))),
    name: typeof value === 'string',
    steps: Number.isInteger(value),
  };
  if (!readable[sort] || !isUuid(id)) throw new AppError('BAD_REQUEST', 'The cursor is not valid');
  select.andWhere(`(${columns[sort]}, w.id) ${direction === 'ASC' ? '>' : '<'} (:value, :id)`, { value, id });
}
