import { List } from '../call/list';
import type { CallOptions, Transport } from '../call/transport';
import type { Answer, Query, Schema } from '../call/wire';
import type { Contact } from './contacts';

export type Segment = Schema<'SegmentView'>;
export type CreateSegment = Schema<'CreateSegment'>;
export type UpdateSegment = Schema<'UpdateSegment'>;

/** Groups of contacts: by a condition, or with members that are added. */
export class Segments {
  constructor(private readonly transport: Transport) {}

  create(segment: CreateSegment, options?: CallOptions): Promise<Segment> {
    return this.transport.call('post', '/segments', { body: segment, options });
  }

  /** @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<Segment> {
    return this.transport.call('get', '/segments/{id}', { path: { id }, options });
  }

  update(id: string, change: UpdateSegment, options?: CallOptions): Promise<Segment> {
    return this.transport.call('patch', '/segments/{id}', { path: { id }, body: change, options });
  }

  /** @throws ConflictError while a campaign uses it */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.call('delete', '/segments/{id}', { path: { id }, options });
  }

  /** All of them, newest first; a project has at most 1,000. */
  list(options?: CallOptions): List<Segment> {
    return new List(async () => {
      const data = await this.transport.call('get', '/segments', { options });
      return { data, hasMore: false, total: data.length };
    });
  }

  /** The members. */
  contacts(
    id: string,
    query: Pick<Query<'/segments/{id}/contacts'>, 'pageSize'> = {},
    options?: CallOptions,
  ): List<Contact> {
    return new List(async (cursor = '1') => {
      const page = Number(cursor);
      const answer = await this.transport.call('get', '/segments/{id}/contacts', {
        path: { id },
        query: { ...query, page },
        options,
      });
      const hasMore = page < answer.totalPages;
      return { data: answer.data, total: answer.total, hasMore, ...(hasMore ? { cursor: String(page + 1) } : {}) };
    });
  }

  /** Adds up to 500 addresses to a static segment. */
  add(id: string, emails: string[], options?: CallOptions): Promise<Answer<'post', '/segments/{id}/members'>> {
    return this.transport.call('post', '/segments/{id}/members', { path: { id }, body: { emails }, options });
  }

  /** Takes up to 500 addresses out of a static segment. */
  remove(id: string, emails: string[], options?: CallOptions): Promise<Answer<'delete', '/segments/{id}/members'>> {
    return this.transport.call('delete', '/segments/{id}/members', { path: { id }, body: { emails }, options });
  }

  /** How many contacts match a condition. */
  count(condition: Schema<'CountCondition'>, options?: CallOptions): Promise<Schema<'ConditionCount'>> {
    return this.transport.call('post', '/segments/count', { body: condition, options });
  }

  /** Why a contact is a member or not. */
  explain(id: string, contactId: string, options?: CallOptions): Promise<Schema<'SegmentExplanation'>> {
    const path = { id, contactId };
    return this.transport.call('get', '/segments/{id}/contacts/{contactId}/explain', { path, options });
  }
}
