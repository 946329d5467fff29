import { Injectable } from '@nestjs/common';
import { parseAddress } from '@waybill/contracts/address';
import type { SenderUse } from '@waybill/contracts/domains/sender';
import type { Reference } from '@waybill/contracts/wire/reference';
import { AppError, changedMeanwhile } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type {
  ChangeTemplate,
  DuplicateTemplate,
  ListTemplatesOf,
  MakeTemplate,
  TemplateKey,
  TemplatePage,
  TemplateUsage,
  TemplateView,
} from '@waybill/contracts/templates/template';
import type { LargeAnswer } from '@waybill/contracts/wire/large-answer';
import { nextUpdatedAt } from '@waybill/database/sql-values';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { DataSource, Raw, type Repository } from 'typeorm';
import { SenderDomainChecks } from '../sender/sender-domains';
import { listContents } from './content-list';
import {
  changedColumns,
  checkDisplayName,
  checkSyntax,
  newColumns,
  toView,
  type TemplateColumns,
} from './template-fields';
import { TemplateWork } from './template-work';
import { Template } from './template.entity';

/** Moments are shown, and ordered by, in milliseconds. */
const now = (): string => `date_trunc('milliseconds', app.now())`;
/** A row that shows this moment as its `updatedAt`. */
const shown = (updatedAt: string) =>
  Raw((column) => `date_trunc('milliseconds', ${column}) = :updatedAt`, { updatedAt });
const maxNameLength = 100;

/** Campaigns that are not at their end. */
const unsent = `status IN ('DRAFT', 'SCHEDULED', 'SENDING')`;
/** The first twenty unsent campaigns of project $1 that were made from template $2. */
const campaignsOfTemplate = `SELECT id, name FROM delivery.campaign
  WHERE project_id = $1 AND template_id = $2 AND ${unsent} ORDER BY name, id LIMIT 20`;
/** The first twenty unsent campaigns of project $1 whose sender is on domain $2. */
const campaignsFrom = `SELECT id, name FROM delivery.campaign
  WHERE project_id = $1 AND split_part(from_address, '@', 2) = $2 AND ${unsent} ORDER BY name, id LIMIT 20`;

/** Saved templates of a project. One of another project does not exist: 404 TEMPLATE_NOT_FOUND. */
@Injectable()
export class TemplateService {
  private readonly templates: Repository<Template>;

  constructor(
    source: DataSource,
    private readonly domains: SenderDomainChecks,
    private readonly work: TemplateWork,
    private readonly asks: AskClient,
  ) {
    this.templates = source.getRepository(Template);
  }

  /** The templates whose sender is on the domain, the first twenty by name. */
  async sentFrom(projectId: string, domain: string): Promise<SenderUse> {
    const templates = await this.templates
      .createQueryBuilder('template')
      .where('template.projectId = :projectId', { projectId })
      .andWhere(`split_part(template.fromAddress, '@', 2) = :domain`, { domain })
      .orderBy('template.name')
      .take(20)
      .getMany();
    const campaigns = await this.templates.query<Reference[]>(campaignsFrom, [projectId, domain]);
    return { templates: templates.map(({ id, name }) => ({ id, name })), campaigns };
  }

  list({ projectId, query }: ListTemplatesOf): Promise<TemplatePage | LargeAnswer<TemplatePage>> {
    const filter = {
      where: { projectId, type: query.type },
      searched: ['name', 'description', 'subject'],
      plural: 'templates',
    };
    return listContents(this.templates, filter, query, ({ rows, place }) => ({
      templates: rows.map(toView),
      ...place,
    }));
  }

  /** The names of those that exist. */
  names(projectId: string, ids: string[]): Promise<{ id: string; name: string }[]> {
    return this.templates
      .createQueryBuilder('t')
      .select(['t.id AS id', 't.name AS name'])
      .where('t.projectId = :projectId AND t.id = ANY(:ids)', { projectId, ids: ids.filter((id) => isUuid(id)) })
      .getRawMany();
  }

  async get(key: TemplateKey): Promise<TemplateView> {
    return toView(await this.read(key));
  }

  /** @throws 422 for a syntax error or a misleading sender name, 403 DOMAIN_NOT_VERIFIED, 503 when too many large templates are under way. */
  async create({ projectId, id, template }: MakeTemplate): Promise<TemplateView> {
    const columns = newColumns(template);
    await this.checkSyntax(projectId, columns);
    checkDisplayName(columns.fromAddress, columns.fromName);
    await this.checkSender(projectId, columns.fromAddress);
    return this.insert({ projectId, id, ...columns });
  }

  /** Changes what is named and nothing else. @throws as {@link create}; 412 when `ifMatch` is not the template's `updatedAt`. */
  async update({ projectId, id, change, ifMatch }: ChangeTemplate): Promise<TemplateView> {
    const stored = await this.read({ projectId, id });
    const columns = changedColumns(change, stored);
    await this.checkSyntax(projectId, columns);
    const sender = { ...stored, ...columns };
    checkDisplayName(sender.fromAddress, sender.fromName);
    await this.checkSender(projectId, columns.fromAddress);
    const { affected } = await this.templates.update(
      { projectId, id, ...(ifMatch === undefined ? {} : { updatedAt: shown(ifMatch) }) },
      { ...columns, updatedAt: () => nextUpdatedAt } as object,
    );
    const current = await this.get({ projectId, id });
    if (!affected) throw changedMeanwhile(current);
    return current;
  }

  /** @throws 409 while a step of a workflow sends it */
  async delete({ projectId, id }: TemplateKey): Promise<{ deleted: true }> {
    const { workflowSteps, campaigns } = await this.usage({ projectId, id });
    if (campaigns.length > 0) {
      const advice = 'Delete or send those campaigns first.';
      throw new AppError('CONFLICT', 'Campaigns that are not sent yet use the template', undefined, advice);
    }
    if (workflowSteps.length > 0) {
      const advice = 'Give those steps another template first.';
      throw new AppError('CONFLICT', 'Steps of workflows send the template', undefined, advice);
    }
    const { affected } = isUuid(id) ? await this.templates.delete({ projectId, id }) : { affected: 0 };
    if (!affected) throw notFound(id);
    return { deleted: true };
  }

  /** A copy under a name that says so. */
  async duplicate({ projectId, id, newId }: DuplicateTemplate): Promise<TemplateView> {
    const { createdAt: _created, updatedAt: _updated, ...copied } = await this.read({ projectId, id });
    const suffix = ' (copy)';
    const name =
      Array.from(copied.name)
        .slice(0, maxNameLength - suffix.length)
        .join('') + suffix;
    return this.insert({ ...copied, id: newId, name });
  }

  /** Steps of workflows; campaigns carry their own content. @throws 503 while the workflow engine does not answer */
  async usage(key: TemplateKey): Promise<TemplateUsage> {
    const { projectId, id: templateId } = await this.read(key);
    const { workflowSteps } = await this.asks.ask('workflow-engine.template-usage', { projectId, templateId });
    const campaigns = await this.templates.query<Reference[]>(campaignsOfTemplate, [projectId, templateId]);
    return { campaigns, workflowSteps };
  }

  private async insert(columns: Omit<Template, 'createdAt' | 'updatedAt'>): Promise<TemplateView> {
    const { projectId, id } = columns;
    await this.templates
      .createQueryBuilder()
      .insert()
      .values({ ...columns, createdAt: now, updatedAt: now } as object)
      .orIgnore()
      .execute();
    return this.get({ projectId, id });
  }

  private async read({ projectId, id }: TemplateKey): Promise<Template> {
    const template = isUuid(id) ? await this.templates.findOneBy({ projectId, id }) : null;
    if (!template) throw notFound(id);
    return template;
  }

  private checkSyntax(projectId: string, columns: TemplateColumns): Promise<void> {
    return checkSyntax(columns, (source) => this.work.check(projectId, source));
  }

  private async checkSender(projectId: string, address: string | null | undefined): Promise<void> {
    if (!address) return;
    const domain = parseAddress(address)?.domain ?? '';
    if (await this.domains.isVerified(projectId, domain)) return;
    throw new AppError('DOMAIN_NOT_VERIFIED', `The domain ${domain} is not verified for this project`, [
      { field: 'from', message: `${domain} is not a verified domain`, code: 'unverified_domain' },
    ]);
  }
}

const notFound = (id: string): AppError => new AppError('TEMPLATE_NOT_FOUND', `There is no template ${id}`);
