import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { parseAddress } from '@waybill/contracts/address';
import type {
  CampaignKey,
  CampaignPage,
  CampaignSegment,
  CampaignView,
  ChangeCampaign,
  DuplicateCampaign,
  ListCampaignsOf,
  MakeCampaign,
} from '@waybill/contracts/campaigns/campaign';
import { AppError, changedMeanwhile } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { LargeAnswer } from '@waybill/contracts/wire/large-answer';
import { Db } from '@waybill/database/db';
import { nextUpdatedAt } from '@waybill/database/sql-values';
import { In, Raw, type Repository } from 'typeorm';
import { SenderDomainChecks } from '../sender/sender-domains';
import { listContents } from '../template/content-list';
import { checkDisplayName, checkSyntax } from '../template/template-fields';
import { TemplateReader } from '../template/template-reader';
import { TemplateWork } from '../template/template-work';
import { audienceOf, type Audience } from '../audience/audience';
import { AudienceService } from '../audience/audience.service';
import { readCounts, type CountsRow } from '../ledger/campaign-count.sql';
import { changedContent, newContent, toView, type ContentColumns } from './campaign-fields';
import { allowedIn, mayDo, type CampaignAction } from './campaign-state';
import { Campaign } from './campaign.entity';
import { readSegments, type SegmentRow } from './campaign.sql';
import { CampaignHealth } from './campaign-health';

/** Times are shown, and ordered by, in milliseconds. */
const now = (): string => `date_trunc('milliseconds', app.now())`;
/** A row that shows this moment as its `updatedAt`. */
const shown = (updatedAt: string) =>
  Raw((column) => `date_trunc('milliseconds', ${column}) = :updatedAt`, { updatedAt });
const maxNameLength = 200;
const readDesign = 'SELECT design FROM delivery.template WHERE project_id = $1 AND id = $2';

/** The campaigns of a project. One of another project does not exist: 404 CAMPAIGN_NOT_FOUND. */
@Injectable()
export class CampaignService {
  constructor(
    @InjectRepository(Campaign) private readonly campaigns: Repository<Campaign>,
    private readonly db: Db,
    private readonly audiences: AudienceService,
    private readonly templates: TemplateReader,
    private readonly domains: SenderDomainChecks,
    private readonly work: TemplateWork,
    private readonly health: CampaignHealth,
  ) {}

  list({ projectId, query }: ListCampaignsOf): Promise<CampaignPage | LargeAnswer<CampaignPage>> {
    const filter = {
      where: { projectId, status: query.status },
      searched: ['name', 'subject', 'fromAddress'],
      plural: 'campaigns',
    };
    return listContents(this.campaigns, filter, query, async ({ rows, place }) => {
      const counted = query.cursor === undefined ? {} : { total: 0, totalPages: 0 };
      return { data: await this.views(projectId, rows), ...place, ...counted };
    });
  }

  async get(key: CampaignKey): Promise<CampaignView> {
    return this.view(await this.read(key));
  }

  /** @throws 422 for syntax, sender name, audience; 404 TEMPLATE_NOT_FOUND, SEGMENT_NOT_FOUND; 403 DOMAIN_NOT_VERIFIED. */
  async create({ projectId, id, campaign }: MakeCampaign): Promise<CampaignView> {
    const audience = audienceOf(campaign);
    const { templateId } = campaign;
    const content = newContent(campaign, templateId ? await this.template(projectId, templateId) : null);
    await this.check(projectId, content);
    const totalRecipients = await this.countOf(projectId, audience);
    return this.insert({ projectId, id, ...content, ...audience, totalRecipients });
  }

  /** Changes what is named; a schedule stays. @throws as {@link create}; 409 in another state than DRAFT and SCHEDULED, 412 as templates. */
  async update({ projectId, id, change, ifMatch }: ChangeCampaign): Promise<CampaignView> {
    const stored = await this.readFor('edit', { projectId, id });
    const content = changedContent(change, stored);
    await this.check(projectId, { ...stored, ...content });
    const { audienceType, segmentId, audienceFilter = change.audienceCondition } = change;
    const named = defined({ audienceType, segmentId, audienceFilter });
    const audience = Object.keys(named).length > 0 ? audienceOf({ ...stored, ...named }) : undefined;
    const totalRecipients = audience ? await this.countOf(projectId, audience) : stored.totalRecipients;
    const unchanged = ifMatch === undefined ? {} : { updatedAt: shown(ifMatch) };
    const { affected } = await this.campaigns.update({ projectId, id, status: In([...allowedIn.edit]), ...unchanged }, {
      ...content,
      ...audience,
      totalRecipients,
      updatedAt: () => nextUpdatedAt,
    } as object);
    if (affected) return this.get({ projectId, id });
    throw changedMeanwhile(await this.view(await this.readFor('edit', { projectId, id })));
  }

  async delete({ projectId, id }: CampaignKey): Promise<{ deleted: true }> {
    const campaign = await this.readFor('delete', { projectId, id });
    if (campaign.step) throw new AppError('CONFLICT', 'Emails of the campaign are still being ended');
    const { affected } = await this.campaigns.delete({ projectId, id, status: In([...allowedIn.delete]) });
    if (!affected) await this.readFor('delete', { projectId, id });
    return { deleted: true };
  }

  /** A DRAFT with the same content and audience, under a name that says so. */
  async duplicate({ projectId, id, newId }: DuplicateCampaign): Promise<CampaignView> {
    const { name, ...copied } = await this.read({ projectId, id });
    const { description, subject, previewText, body, text, design, fromAddress, fromName, replyTo, templateId } =
      copied;
    const { audienceType, segmentId, audienceFilter, totalRecipients } = copied;
    const suffix = ' (copy)';
    const shortened = Array.from(name)
      .slice(0, maxNameLength - suffix.length)
      .join('');
    return this.insert({
      ...{
        projectId,
        id: newId,
        name: shortened + suffix,
        description,
        subject,
        previewText,
        body,
        text,
        design,
        fromAddress,
        fromName,
        replyTo,
      },
      ...{ templateId, audienceType, segmentId, audienceFilter, totalRecipients },
    });
  }

  /** @throws 404 CAMPAIGN_NOT_FOUND. */
  async read({ projectId, id }: CampaignKey): Promise<Campaign> {
    const campaign = isUuid(id) ? await this.campaigns.findOneBy({ projectId, id }) : null;
    if (!campaign) throw new AppError('CAMPAIGN_NOT_FOUND', `There is no campaign ${id}`);
    return campaign;
  }

  /** @throws 409 CONFLICT in a state in which this is not allowed. */
  async readFor(action: CampaignAction, key: CampaignKey): Promise<Campaign> {
    const campaign = await this.read(key);
    if (mayDo(action, campaign.status)) return campaign;
    throw new AppError(
      'CONFLICT',
      `The campaign is ${campaign.status}: ${action} is allowed in ${allowedIn[action].join(', ')}`,
    );
  }

  private async template(projectId: string, id: string) {
    const [template, [stored]] = await Promise.all([
      this.templates.find(projectId, id),
      this.db.query<{ design: Campaign['design'] }>(readDesign, [projectId, id]),
    ]);
    if (!template || !stored) throw new AppError('TEMPLATE_NOT_FOUND', `There is no template ${id}`);
    return { ...template, design: stored.design };
  }

  private async insert(
    columns: ContentColumns & Audience & CampaignKey & { totalRecipients: number },
  ): Promise<CampaignView> {
    const { projectId, id } = columns;
    const values = { ...columns, status: 'DRAFT', createdAt: now, updatedAt: now };
    await this.campaigns
      .createQueryBuilder()
      .insert()
      .values(values as object)
      .orIgnore()
      .execute();
    return this.get({ projectId, id });
  }

  private async check(projectId: string, content: ContentColumns): Promise<void> {
    await checkSyntax(content, (source) => this.work.check(projectId, source));
    checkDisplayName(content.fromAddress, content.fromName);
    const domain = parseAddress(content.fromAddress)?.domain ?? '';
    if (await this.domains.isVerified(projectId, domain)) return;
    throw new AppError('DOMAIN_NOT_VERIFIED', `The domain ${domain} is not verified for this project`, [
      { field: 'from', message: `${domain} is not a verified domain`, code: 'unverified_domain' },
    ]);
  }

  private async countOf(projectId: string, audience: Audience): Promise<number> {
    const resolved = await this.audiences.resolve(projectId, audience);
    return (await this.audiences.count(projectId, resolved)).included;
  }

  private async view(campaign: Campaign): Promise<CampaignView> {
    const [view] = await this.views(campaign.projectId, [campaign]);
    return view!;
  }

  private async views(projectId: string, campaigns: Campaign[]): Promise<CampaignView[]> {
    if (campaigns.length === 0) return [];
    const segmentIds = campaigns.flatMap(({ segmentId }) => segmentId ?? []);
    const [counts, segments, health] = await Promise.all([
      this.db.query<CountsRow>(readCounts, [projectId, campaigns.map(({ id }) => id)]),
      segmentIds.length > 0
        ? this.db.query<SegmentRow & Record<string, unknown>>(readSegments, [projectId, segmentIds])
        : Promise.resolve([]),
      this.health.of(projectId, campaigns),
    ]);
    return campaigns.map((campaign) =>
      toView(
        campaign,
        counts.find(({ id }) => id === campaign.id),
        toSegment(segments.find(({ id }) => id === campaign.segmentId)),
        health.get(campaign.id) ?? null,
      ),
    );
  }
}

function toSegment(row: SegmentRow | undefined): CampaignSegment | null {
  return row ? { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() } : null;
}

const defined = <T extends object>(change: T): Partial<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>;
