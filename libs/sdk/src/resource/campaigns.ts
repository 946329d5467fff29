import { List } from '../call/list';
import type { CallOptions, Transport } from '../call/transport';
import type { Data, Query, Schema } from '../call/wire';

export type Campaign = Schema<'CampaignView'>;
export type CreateCampaign = Schema<'CreateCampaign'>;
export type UpdateCampaign = Schema<'UpdateCampaign'>;

/** One email to an audience. */
export class Campaigns {
  constructor(private readonly transport: Transport) {}

  /** Creates a draft. */
  create(campaign: CreateCampaign, options?: CallOptions): Promise<Campaign> {
    return this.transport.data('post', '/campaigns', { body: campaign, options });
  }

  /** @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<Campaign> {
    return this.transport.data('get', '/campaigns/{id}', { path: { id }, options });
  }

  /** @throws ConflictError once it is being sent */
  update(id: string, change: UpdateCampaign, options?: CallOptions): Promise<Campaign> {
    return this.transport.data('put', '/campaigns/{id}', { path: { id }, body: change, options });
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.call('delete', '/campaigns/{id}', { path: { id }, options });
  }

  /** Newest first unless `sort` and `dir` say otherwise. */
  list(query: Omit<Query<'/campaigns'>, 'page' | 'pageSize'> = {}, options?: CallOptions): List<Campaign> {
    return new List((cursor = query.cursor) =>
      this.transport.call('get', '/campaigns', { query: { ...query, cursor }, options }),
    );
  }

  duplicate(id: string, options?: CallOptions): Promise<Campaign> {
    return this.transport.data('post', '/campaigns/{id}/duplicate', { path: { id }, options });
  }

  /** The number that would get it, who not and why, and three renders. */
  preflight(id: string, options?: CallOptions): Promise<Schema<'CampaignPreflight'>> {
    return this.transport.data('get', '/campaigns/{id}/preflight', { path: { id }, options });
  }

  /** Sends it to one address. */
  test(id: string, email: string, options?: CallOptions): Promise<Data<'post', '/campaigns/{id}/test'>> {
    return this.transport.data('post', '/campaigns/{id}/test', { path: { id }, body: { email }, options });
  }

  /** Sends it now, or at `scheduledFor`. */
  async send(id: string, scheduledFor?: Date, options?: CallOptions): Promise<void> {
    const body = { scheduledFor: scheduledFor?.toISOString() ?? null };
    await this.transport.call('post', '/campaigns/{id}/send', { path: { id }, body, options });
  }

  /** Emails that have not left yet stay. */
  cancel(id: string, options?: CallOptions): Promise<Campaign> {
    return this.transport.data('post', '/campaigns/{id}/cancel', { path: { id }, options });
  }

  stats(id: string, options?: CallOptions): Promise<Schema<'CampaignFigures'>> {
    return this.transport.data('get', '/campaigns/{id}/stats', { path: { id }, options });
  }
}
