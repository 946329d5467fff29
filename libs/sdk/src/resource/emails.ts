import { List } from '../call/list';
import { newIdempotencyKey, type CallOptions, type RepeatableCallOptions, type Transport } from '../call/transport';
import type { Data, Query, Schema } from '../call/wire';

export type SendEmail = Schema<'Send'>;
export type SentEmails = Data<'post', '/v1/send'>;
export type Email = Schema<'EmailItem'>;
/** An email with its content and everything that happened to it. */
export type Waybill = Schema<'EmailWaybill'>;

/** Transactional emails, and the waybill of every email of the project. */
export class Emails {
  constructor(private readonly transport: Transport) {}

  /**
   * Sends an email to one or more recipients. When it resolves, the email is stored and will be sent or fail visibly.
   * @throws ApiError for example `DOMAIN_NOT_VERIFIED`, `VALIDATION_ERROR`, `QUEUE_FULL`
   */
  send(email: SendEmail, options: RepeatableCallOptions = {}): Promise<SentEmails> {
    const { idempotencyKey = newIdempotencyKey() } = options;
    return this.transport.data('post', '/v1/send', { body: email, idempotencyKey, options });
  }

  /** Newest first. */
  list(query: Query<'/emails'> = {}, options?: CallOptions): List<Email> {
    return new List((cursor = query.cursor) =>
      this.transport.call('get', '/emails', { query: { ...query, cursor }, options }),
    );
  }

  /** @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<Waybill> {
    return this.transport.call('get', '/emails/{id}', { path: { id }, options });
  }
}
