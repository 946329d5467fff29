import { Injectable } from '@nestjs/common';
import type { ProjectBilling, ProjectView, UpdateProject } from '@waybill/contracts/accounts/project';
import type { BillingRecord } from '@waybill/contracts/billing/limits';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { AppError } from '@waybill/contracts/errors';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import type { Account } from '../../access/route/access.decorator';
import { newKey } from '../../access/key/api-key';
import { KeyCache } from '../../access/key/key-cache';
import { KeyStore } from '../../access/key/key-store';
import { MembershipStore } from '../../access/membership-store';
import type { Role } from '../../access/route/role';
import { ProjectStore } from './project-store';

/** The projects of users and their keys. */
@Injectable()
export class ProjectService {
  constructor(
    private readonly db: Db,
    private readonly projects: ProjectStore,
    private readonly memberships: MembershipStore,
    private readonly keys: KeyStore,
    private readonly cache: KeyCache,
    private readonly asks: AskClient,
  ) {}

  /** The user's projects with the user's role; open invitations of the address are accepted by looking. */
  async list({ userId, email }: Account): Promise<(ProjectView & { role: Role })[]> {
    await this.memberships.acceptInvitations(userId, email);
    return this.withBilling(await this.projects.list(userId));
  }

  /** @throws AppError 404 for a project that is gone. */
  async get(projectId: string): Promise<ProjectView> {
    return found(await this.projects.find(projectId));
  }

  /** A new project with its first keys, both shown in full. 403 for the owner of a suspended project or of too many. */
  async create({ userId }: Account, name: string): Promise<ProjectView & { role: Role }> {
    if (await this.projects.ownsDisabled(userId)) {
      throw new AppError('PROJECT_DISABLED', 'You own a project that is disabled');
    }
    const id = newId();
    const keys = newKeys();
    const view = await this.db.transaction(async (tx) => {
      if (await this.projects.ownsMaximum(tx, userId)) throw tooMany(this.projects.maxOwned);
      await this.projects.add(tx, id, name, userId);
      await this.keys.replace(tx, id, keys);
      return this.projects.find(id, tx);
    });
    const [record] = await this.withBilling([found(view)]);
    return { ...record!, ...keys, role: 'OWNER' };
  }

  async update(projectId: string, change: UpdateProject): Promise<ProjectView> {
    await this.projects.update(projectId, change);
    const [record] = await this.withBilling([await this.get(projectId)]);
    return record!;
  }

  /** Replaces both keys together; when this returns, no gateway accepts the old ones. */
  async regenerateKeys(projectId: string): Promise<ProjectView> {
    const keys = newKeys();
    const view = await this.db.transaction(async (tx) => {
      await this.keys.replace(tx, projectId, keys);
      return this.projects.find(projectId, tx);
    });
    await this.cache.accessChanged(projectId);
    const [record] = await this.withBilling([found(view)]);
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

function found(view: ProjectView | null): ProjectView {
  if (!view) throw new AppError('NOT_FOUND', 'There is no such project');
  return view;
}
