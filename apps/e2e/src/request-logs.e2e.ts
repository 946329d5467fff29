import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer } from './customer';
import { whileMissing } from './rows/tables';

let system: System;
let customer: Customer;

beforeAll(async () => {
  system = await System.shared();
  customer = await Customer.join(system);
});
afterAll(() => system?.stop());

/** The lines of the log of a service that belong to a request. */
const linesOf = (service: string, requestId: string): Record<string, string>[] =>
  system
    .service(service)
    .output.split('\n')
    .filter((line) => line.startsWith('{') && line.includes(requestId))
    .map((line) => JSON.parse(line) as Record<string, string>);

it.each([
  ['contacts', 'contact', '/contacts'],
  ['delivery', 'template', '/templates'],
])(
  'a failure in %s is logged there and at the gateway with request, project and trace',
  async (service, table, path) => {
    const requestId = randomUUID();
    const traceId = randomBytes(16).toString('hex');
    const headers = { 'x-request-id': requestId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    await whileMissing(system, service, table, async () => {
      expect((await customer.secret.get(path, headers)).status).toBe(500);
    });
    for (const name of [service, 'gateway']) {
      const lines = await eventually(`${name} has logged it`, () => {
        const found = linesOf(name, requestId).filter(({ level }) => level === 'error');
        return found.length > 0 ? found : null;
      });
      expect(lines[0]).toMatchObject({ requestId, projectId: customer.project.projectId, traceId });
    }
  },
);
