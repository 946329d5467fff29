import { eventually } from '@waybill/testing/eventually';
import type { Customer } from '../customer';

/** Makes subscribed contacts with an import; waits until it is over. `rows`: lines behind the header. */
export async function importContacts(customer: Customer, header: string, rows: string[]): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([[header, ...rows].join('\n')], { type: 'text/csv' }), 'people.csv');
  const headers = { authorization: `Bearer ${customer.project.secretKey}` };
  const response = await fetch(`${customer.system.url}/contacts/import`, { method: 'POST', body: form, headers });
  expect(response.status).toBe(202);
  const { jobId } = (await response.json()) as { jobId: string };
  const job = await eventually(
    'the import is over',
    async () => {
      const { body } = await customer.secret.get(`/contacts/import/${jobId}`);
      return ['completed', 'failed'].includes(body.state) ? body : null;
    },
    60_000,
  );
  expect(job).toMatchObject({ state: 'completed', result: { failureCount: 0, successCount: rows.length } });
}
