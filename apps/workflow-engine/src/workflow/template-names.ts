import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { Graph } from '../graph/graph';
import type { TemplateNames } from './workflow-view';

/** Looks up the templates that steps send, by delivery. */
@Injectable()
export class Templates {
  constructor(private readonly asks: AskClient) {}

  /** Names of the templates of a graph; empty while delivery does not answer. */
  async namesIn(projectId: string, graph: Graph): Promise<TemplateNames> {
    const ids = [...new Set(graph.steps.flatMap(({ templateId }) => templateId ?? []))];
    return this.names(projectId, ids).catch(() => new Map());
  }

  /** @throws 404 TEMPLATE_NOT_FOUND, 503 while delivery does not answer */
  get(projectId: string, id: string): Promise<TemplateNames> {
    return this.getAll(projectId, [id]);
  }

  /** @throws as {@link get} */
  async getAll(projectId: string, ids: string[]): Promise<TemplateNames> {
    const names = await this.names(projectId, ids);
    const missing = ids.find((id) => !names.has(id));
    if (missing !== undefined) throw new AppError('TEMPLATE_NOT_FOUND', `There is no template ${missing}`);
    return names;
  }

  private async names(projectId: string, ids: string[]): Promise<TemplateNames> {
    if (ids.length === 0) return new Map();
    const found = await this.asks.ask('delivery.template-names', { projectId, ids });
    return new Map(found.map(({ id, name }) => [id, name]));
  }
}
