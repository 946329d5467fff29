import { eventually } from '@waybill/testing/eventually';
import { newAddress, type Customer } from './customer';
import { endWaits } from './rows/workflows';

export type StepSpec = [type: string, config?: object, more?: object];

/** What tests do with workflows, as one customer: `current` answers it once it has joined. */
export function workflowActions(current: () => Customer) {
  /** An enabled workflow that runs the steps one after the other. */
  async function chain(steps: StepSpec[], change: Record<string, unknown> = {}): Promise<any> {
    const eventName = `event ${crypto.randomUUID()}`;
    const { body: workflow } = await current().secret.post('/workflows', { name: 'Chain', eventName, ...change });
    for (const [type, config = {}, more = {}] of steps) await add(workflow, type, config, more);
    const enabled = await current().secret.patch(`/workflows/${workflow.id}`, { enabled: true });
    expect(enabled.status).toBe(200);
    return {
      ...(await current().secret.get(`/workflows/${workflow.id}`)).body,
      eventName: change.eventName ?? eventName,
    };
  }

  async function add(workflow: { id: string }, type: string, config: object = {}, more: object = {}): Promise<any> {
    const { status, body } = await current().secret.post(`/workflows/${workflow.id}/steps`, { type, config, ...more });
    expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
    return body;
  }

  const path = (workflow: { id: string }, execution?: { id: string }): string =>
    `/workflows/${workflow.id}/executions${execution ? `/${execution.id}` : ''}`;

  const executions = async (workflow: { id: string }, query = ''): Promise<any[]> =>
    (await current().secret.get(path(workflow) + query)).body.data;

  /** The only execution of a workflow, once it has a status. */
  const reached = (workflow: { id: string }, status: string): Promise<any> =>
    eventually(`an execution ${status}`, async () => {
      const [first] = await executions(workflow, `?status=${status}`);
      return first && (await current().secret.get(path(workflow, first))).body;
    });

  const outputs = (execution: any): any[] => execution.stepExecutions.map(({ output }: any) => output);

  async function contact(data: object = {}): Promise<{ id: string; email: string }> {
    return (await current().secret.post('/contacts', { email: newAddress(), data })).body;
  }

  async function start(workflow: { id: string }, contactId: string, context?: object) {
    return current().secret.post(path(workflow), { contactId, context });
  }

  /** Makes every wait of an execution due. */
  const makeDue = (execution: { id: string }) => endWaits(current().system, execution.id);

  const caught = (search: string): Promise<any> =>
    eventually(`a webhook with ${search}`, async () => {
      const { body } = await current().secret.get(`/mailbox/webhooks?search=${encodeURIComponent(search)}`);
      return body.data[0];
    });

  return { chain, add, path, executions, reached, outputs, contact, start, makeDue, caught };
}
