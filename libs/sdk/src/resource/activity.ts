import { List } from '../call/list';
import type { CallOptions, Transport } from '../call/transport';
import type { Query, Schema } from '../call/wire';

export type ActivityItem = Schema<'ActivityItem'>;

/** The feed of the project: everything that happened. */
export class Activity {
  constructor(private readonly transport: Transport) {}

  /** Newest first. */
  list(query: Query<'/activity'> = {}, options?: CallOptions): List<ActivityItem> {
    return new List((cursor = query.cursor) =>
      this.transport.call('get', '/activity', { query: { ...query, cursor }, options }),
    );
  }

  stats(query: Query<'/activity/stats'> = {}, options?: CallOptions): Promise<Schema<'ActivityStats'>> {
    return this.transport.call('get', '/activity/stats', { query, options });
  }
}
