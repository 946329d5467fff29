import { List } from '../call/list';
import { newIdempotencyKey, type CallOptions, type RepeatableCallOptions, type Transport } from '../call/transport';
import type { Answer, Data, Query, Schema } from '../call/wire';

export type TrackEvent = Schema<'Track'>;
export type TrackedEvent = Data<'post', '/v1/track'>;
export type Event = Schema<'EventView'>;

/** Events of contacts: they start workflows and are conditions of segments. */
export class Events {
  constructor(private readonly transport: Transport) {}

  /**
   * Records an event of a contact, and creates the contact where there is none. The public key is enough.
   * @throws ApiError for example `VALIDATION_ERROR`
   */
  track(event: TrackEvent, options: RepeatableCallOptions = {}): Promise<TrackedEvent> {
    const { idempotencyKey = newIdempotencyKey() } = options;
    return this.transport.data('post', '/v1/track', { body: event, key: 'any', idempotencyKey, options });
  }

  /** Newest first. */
  list(query: Query<'/events'> = {}, options?: CallOptions): List<Event> {
    return new List((cursor = query.cursor) =>
      this.transport.call('get', '/events', { query: { ...query, cursor }, options }),
    );
  }

  /** Every event of a contact, also those that the service recorded, newest first. */
  ofContact(contactId: string, query: Query<'/events/contact/{contactId}'> = {}, options?: CallOptions): List<Event> {
    return new List((cursor = query.cursor) =>
      this.transport.call('get', '/events/contact/{contactId}', {
        path: { contactId },
        query: { ...query, cursor },
        options,
      }),
    );
  }

  /** The names of tracked events, most frequent first. */
  names(options?: CallOptions): Promise<Answer<'get', '/events/names'>> {
    return this.transport.call('get', '/events/names', { options });
  }
}
