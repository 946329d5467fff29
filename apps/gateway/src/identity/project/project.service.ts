import { Injectable } from '@nestjs/common';
import type { ProjectBilling, ProjectView, UpdateProject } from '@waybill/contracts/accounts/project';
import type { BillingRecord } from '@waybill/contracts/billing/limits';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { AppError } from '@waybill/contracts/errors';
import { queryableOf } from '@waybill/database/entity.module';
import { newId } from '@waybill/database/ids';
import { DataSource, IsNull, type Repository } from 'typeorm';
import type { Account } from '../../access/route/access';
import { newKey } from '../../access/key/api-key';
import { KeyCache } from '../../access/key/key-cache';
import { KeyService } from '../../access/key/key.service';
import { MembershipService } from '../../access/membership.service';
import type { Role } from '../../access/route/role';
import { Membership } from './membership.entity';
import { OwnershipService } from './ownership.service';
import { toView } from './project-view';
import { Project } from './project.entity';

/** The projects of users and their keys. */
@Injectable()
export class ProjectService {
  private readonly projects: Repository<Project>;
  private readonly members: Repository<Membership>;

  constructor(
    private readonly source: DataSource,
    private readonly ownership: OwnershipService,
    private readonly memberships: MembershipService,
    private readonly keys: KeyService,
    private readonly cache: KeyCache,
    private readonly asks: AskClient,
  ) {
    this.projects = source.getRepository(Project);
    this.members = source.getRepository(Membership);
  }

  /** The user's projects with the user's role; open invitations of the address are accepted by looking. */
  async list({ userId, email }: Account): Promise<(ProjectView & { role: Role })[]> {
    await this.memberships.acceptInvitations(userId, email);
    const members = await this.members.find({
      where: { userId, project: { deletedAt: IsNull() } },
      relations: { project: { keys: true } },
      order: { project: { createdAt: 'ASC', id: 'ASC' } },
    });
    return this.withBilling(members.map(({ project, role }) => ({ ...toView(project), role })));
  }

  /** @throws AppError 404 for a project that is gone. */
  async get(projectId: string): Promise<ProjectView> {
    // Not findOne: it limits the rows, which takes a second statement where there is a relation.
    const [project] = await this.projects.find({
      where: { id: projectId, deletedAt: IsNull() },
      relations: { keys: true },
    });
    if (!project) throw new AppError('NOT_FOUND', 'There is no such project');
    return toView(project);
  }

  /** A new project with its first keys, both shown in full. 403 for the owner of a suspended project or of too many. */
  async create({ userId }: Account, name: string): Promise<ProjectView & { role: Role }> {
    if (await this.ownership.ownsDisabled(userId)) {
      throw new AppError('PROJECT_DISABLED', 'You own a project that is disabled');
    }
    const id = newId();
    const keys = newKeys();
    await this.source.transaction(async (tx) => {
      if (await this.ownership.ownsMaximum(tx, userId)) throw tooMany(this.ownership.maxOwned);
      await tx.insert(Project, { id, name });
      await tx.insert(Membership, { projectId: id, userId, role: 'OWNER' });
      await this.keys.replace(queryableOf(tx), id, keys);
    });
    const [record] = await this.withBilling([await this.get(id)]);
    return { ...record!, ...keys, role: 'OWNER' };
  }

  /** Changes what is named and nothing else. */
  async update(projectId: string, { name, tracking, language, brand }: UpdateProject): Promise<ProjectView> {
    const named = { name: name ?? undefined, tracking: tracking ?? undefined, language: language ?? undefined };
    await this.projects.update({ id: projectId }, { ...named, brand, updatedAt: () => 'app.now()' });
    const [record] = await this.withBilling([await this.get(projectId)]);
    return record!;
  }

  /** Replaces both keys together; when this returns, no gateway accepts the old ones. */
  async regenerateKeys(projectId: string): Promise<ProjectView> {
    const keys = newKeys();
    await this.source.transaction((tx) => this.keys.replace(queryableOf(tx), projectId, keys));
    await this.cache.accessChanged(projectId);
    const [record] = await this.withBilling([await this.get(projectId)]);
    return { ...record!, ...keys };
  }

  /** The projects with their billing state; without it while the billing service is unavailable. */
  private async withBilling<P extends ProjectView>(projects: P[]): Promise<P[]> {
    if (projects.length === 0) return projects;
    const projectIds = projects.map(({ id }) => id);
    const records = await this.asks.ask('billing.records', { projectIds }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return null;
      throw error;
    });
    return records === null
      ? projects
      : projects.map((project, index) => ({ ...project, ...billingOf(records[index]!) }));
  }
}

const billingOf = ({ customer, subscription, caps }: BillingRecord): ProjectBilling => ({
  customer,
  subscription,
  billingLimitWorkflows: caps.workflows,
  billingLimitCampaigns: caps.campaigns,
  billingLimitTransactional: caps.transactional,
  billingLimitInbound: caps.inbound,
});

const newKeys = () => ({ public: newKey('public'), secret: newKey('secret') });

const tooMany = (max: number): AppError =>
  new AppError('FORBIDDEN', `You own ${max} projects, the maximum`, undefined, 'Delete one that is not used any more.');
