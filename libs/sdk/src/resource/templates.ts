import { List } from '../call/list';
import type { CallOptions, Transport } from '../call/transport';
import type { Query, Schema } from '../call/wire';

export type Template = Schema<'TemplateView'>;
export type CreateTemplate = Schema<'CreateTemplate'>;
export type UpdateTemplate = Schema<'UpdateTemplate'>;

/** Liquid templates of emails. */
export class Templates {
  constructor(private readonly transport: Transport) {}

  create(template: CreateTemplate, options?: CallOptions): Promise<Template> {
    return this.transport.call('post', '/templates', { body: template, options });
  }

  /** @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<Template> {
    return this.transport.call('get', '/templates/{id}', { path: { id }, options });
  }

  update(id: string, change: UpdateTemplate, options?: CallOptions): Promise<Template> {
    return this.transport.call('patch', '/templates/{id}', { path: { id }, body: change, options });
  }

  /** @throws ConflictError while a campaign or a workflow uses it */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.call('delete', '/templates/{id}', { path: { id }, options });
  }

  duplicate(id: string, options?: CallOptions): Promise<Template> {
    return this.transport.call('post', '/templates/{id}/duplicate', { path: { id }, options });
  }

  /** The campaigns and workflow steps that use it. */
  usage(id: string, options?: CallOptions): Promise<Schema<'TemplateUsage'>> {
    return this.transport.call('get', '/templates/{id}/usage', { path: { id }, options });
  }

  /** Newest first unless `sort` and `dir` say otherwise. */
  list(query: Omit<Query<'/templates'>, 'page' | 'pageSize'> = {}, options?: CallOptions): List<Template> {
    return new List(async (cursor = query.cursor) => {
      const answer = await this.transport.call('get', '/templates', { query: { ...query, cursor }, options });
      const { templates: data, cursor: next, hasMore, total } = answer;
      return { data, cursor: next, hasMore, total };
    });
  }
}
