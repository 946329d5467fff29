import { eventually } from '@waybill/testing/eventually';
import type { Customer } from './customer';

export type CsvContent = string | Uint8Array<ArrayBuffer>;

/** The part of a form that holds the file. */
export interface UploadedFile {
  field?: string;
  type?: string;
  name?: string;
}

export interface ImportOptions {
  dryRun?: boolean;
  /** An object, or the text of the form's field. */
  mapping?: unknown;
}

/** `POST /contacts/import` as a browser sends it. */
export async function uploadCsv(
  by: Customer,
  content: CsvContent,
  { field = 'file', type = 'text/csv', name = 'people.csv' }: UploadedFile = {},
  { dryRun = false, mapping }: ImportOptions = {},
) {
  const form = new FormData();
  form.append('note', 'a field beside the file');
  form.append(field, new Blob([content], { type }), name);
  if (mapping !== undefined) form.append('mapping', typeof mapping === 'string' ? mapping : JSON.stringify(mapping));
  return by.secret.call('POST', `/contacts/import${dryRun ? '?dryRun=true' : ''}`, form);
}

/** The job at `path`, once it has ended. */
export async function finishedJob(by: Customer, path: string, limitMs = 20_000): Promise<any> {
  const probe = async () => {
    const { status, body } = await by.secret.get(path);
    expect(status).toBe(200);
    return ['completed', 'failed'].includes(body.state) ? body : null;
  };
  return eventually(`${path} has ended`, probe, limitMs);
}
