import { List } from '../call/list';
import type { CallOptions, Transport } from '../call/transport';
import type { Query, Schema } from '../call/wire';

export type Contact = Schema<'ContactView'>;
export type SavedContact = Schema<'SavedContact'>;
export type SaveContact = Schema<'SaveContact'>;
export type UpdateContact = Schema<'UpdateContact'>;
/** The contacts of a bulk job: up to 1,000 ids, or all that match a condition but `except`. */
export type BulkRequest = Schema<'BulkRequest'>;
/** A job that the service works on: `progress` is from 0 to 100. */
export type Job = Schema<'JobView'>;
export type ContactFields = Schema<'ContactFields'>;
/** The contacts of an export, all without a condition, and the columns of its file. */
export type ExportRequest = Schema<'ExportRequest'>;

export interface ImportOptions extends CallOptions {
  /** Counts what the import would do and writes nothing. */
  dryRun?: boolean;
  /** Fields of columns by their names: `email`, `subscribed`, `data.<name>` or `ignore`. */
  mapping?: Record<string, string>;
}

/** The people of the project. Their id is `cnt_…`. */
export class Contacts {
  constructor(private readonly transport: Transport) {}

  /** Creates the contact of an address, or changes the one that has it; `_meta` says which. */
  save(contact: SaveContact, options?: CallOptions): Promise<SavedContact> {
    return this.transport.call('post', '/contacts', { body: contact, options });
  }

  /** @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<Contact> {
    return this.transport.call('get', '/contacts/{id}', { path: { id }, options });
  }

  update(id: string, change: UpdateContact, options?: CallOptions): Promise<Contact> {
    return this.transport.call('patch', '/contacts/{id}', { path: { id }, body: change, options });
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.call('delete', '/contacts/{id}', { path: { id }, options });
  }

  /** Newest first unless `sort` and `dir` say otherwise. */
  list(query: Query<'/contacts'> = {}, options?: CallOptions): List<Contact> {
    return new List((cursor = query.cursor) =>
      this.transport.call('get', '/contacts', { query: { ...query, cursor }, options }),
    );
  }

  /** Which of up to 500 addresses are contacts of the project. */
  lookup(emails: string[], options?: CallOptions): Promise<Schema<'FoundContacts'>> {
    return this.transport.call('post', '/contacts/lookup', { body: { emails }, options });
  }

  /** The fields that contacts have, with type and coverage. */
  fields(options?: CallOptions): Promise<ContactFields> {
    return this.transport.call('get', '/contacts/fields', { options });
  }

  /**
   * Queues the import of a CSV file with a column `email`; {@link Contacts.importJob} follows it.
   * In Node, `openAsBlob(path)` of `node:fs` reads the file while it is sent.
   */
  import(file: Blob, { dryRun, mapping, ...options }: ImportOptions = {}): Promise<Schema<'QueuedJob'>> {
    const form = new FormData();
    if (mapping) form.set('mapping', JSON.stringify(mapping));
    form.set('file', file, 'contacts.csv');
    return this.transport.call('post', '/contacts/import', { form, query: { dryRun }, options });
  }

  importJob(jobId: string, options?: CallOptions): Promise<Job> {
    return this.transport.call('get', '/contacts/import/{jobId}', { path: { jobId }, options });
  }

  /** Queues an export; {@link Contacts.exportJob} follows it and {@link Contacts.exportFile} reads its file. */
  export(request: ExportRequest = {}, options?: CallOptions): Promise<Schema<'QueuedJob'>> {
    return this.transport.call('post', '/contacts/export', { body: request, options });
  }

  exportJob(jobId: string, options?: CallOptions): Promise<Job> {
    return this.transport.call('get', '/contacts/export/{jobId}', { path: { jobId }, options });
  }

  /** The CSV of a completed export, up to 200 MB: give a large one a longer `timeoutMs`. @throws NotFoundError when it is not kept */
  async exportFile(jobId: string, options?: CallOptions): Promise<string> {
    const text: unknown = await this.transport.call('get', '/contacts/export/{jobId}/file', {
      path: { jobId },
      options,
    });
    return String(text);
  }

  /** Queues a job; {@link Contacts.bulkJob} follows it. */
  bulkSubscribe(contacts: BulkRequest, options?: CallOptions): Promise<Schema<'QueuedJob'>> {
    return this.transport.call('post', '/contacts/bulk-subscribe', { body: contacts, options });
  }

  /** Queues a job; {@link Contacts.bulkJob} follows it. */
  bulkUnsubscribe(contacts: BulkRequest, options?: CallOptions): Promise<Schema<'QueuedJob'>> {
    return this.transport.call('post', '/contacts/bulk-unsubscribe', { body: contacts, options });
  }

  /** Queues a job; {@link Contacts.bulkJob} follows it. */
  bulkDelete(contacts: BulkRequest, options?: CallOptions): Promise<Schema<'QueuedJob'>> {
    return this.transport.call('post', '/contacts/bulk-delete', { body: contacts, options });
  }

  bulkJob(jobId: string, options?: CallOptions): Promise<Job> {
    return this.transport.call('get', '/contacts/bulk/{jobId}', { path: { jobId }, options });
  }
}
