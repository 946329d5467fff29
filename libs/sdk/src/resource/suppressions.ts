import { List } from '../call/list';
import type { CallOptions, Transport } from '../call/transport';
import type { Query, Schema } from '../call/wire';

export type Suppression = Schema<'SuppressionView'>;

/** Addresses that get no email. */
export class Suppressions {
  constructor(private readonly transport: Transport) {}

  list(query: Query<'/suppressions'> = {}, options?: CallOptions): List<Suppression> {
    return new List((cursor = query.cursor) =>
      this.transport.call('get', '/suppressions', { query: { ...query, cursor }, options }),
    );
  }

  add(suppression: Schema<'AddSuppression'>, options?: CallOptions): Promise<Suppression> {
    return this.transport.call('post', '/suppressions', { body: suppression, options });
  }

  /** @throws NotFoundError when the address is not suppressed */
  async lift(email: string, options?: CallOptions): Promise<void> {
    await this.transport.call('delete', '/suppressions/{email}', { path: { email }, options });
  }
}
