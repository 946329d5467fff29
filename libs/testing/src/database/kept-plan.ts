import type { Db, Statement } from '@waybill/database/db';

/** One step of a plan, as EXPLAIN tells it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

/** All steps of the plan that a service with these settings of its connections keeps for a statement, whatever its values. */
export async function keptPlan(db: Db, statement: Statement, settings: Record<string, string>): Promise<PlanNode[]> {
  const plan = await db.transaction(async (tx) => {
    for (const [name, value] of Object.entries(settings)) await tx.query(`SET LOCAL ${name} = ${value}`);
    const [row] = await tx.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement.text}`,
    );
    return row!['QUERY PLAN'][0]!.Plan;
  });
  const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
  return all(plan);
}
