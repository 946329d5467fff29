import { Inject, Injectable } from '@nestjs/common';
import type { ProjectView, UpdateProject } from '@waybill/contracts/accounts/project';
import { AppError } from '@waybill/contracts/errors';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import type { Account } from '../access/access.decorator';
import { newKey } from '../access/api-key';
import { KeyCache } from '../access/key-cache';
import { KeyStore } from '../access/key-store';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { MembershipStore } from '../member/membership.store';
import type { Role } from '../member/role';
import { ProjectStore } from './project.store';

/** The projects of users and their keys. */
@Injectable()
export class ProjectService {
  constructor(
    private readonly db: Db,
    private readonly projects: ProjectStore,
    private readonly memberships: MembershipStore,
    private readonly keys: KeyStore,
    private readonly cache: KeyCache,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** The user's projects with the user's role; open invitations of the address are accepted by looking. */
  async list({ userId, email }: Account): Promise<(ProjectView & { role: Role })[]> {
    await this.memberships.acceptInvitations(userId, email);
    return this.projects.list(userId);
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
      const most = this.config.MAX_PROJECTS_PER_OWNER;
      if (most > 0 && (await this.projects.countOwned(tx, userId)) >= most) throw tooMany(most);
      await this.projects.add(tx, id, name, userId);
      await this.keys.replace(tx, id, keys);
      return this.projects.find(id, tx);
    });
    return { ...found(view), ...keys, role: 'OWNER' };
  }

  async update(projectId: string, change: UpdateProject): Promise<ProjectView> {
    await this.projects.update(projectId, change);
    return found(await this.projects.find(projectId));
  }

  /** Both keys are replaced together; when this answers, no gateway takes the old ones any more. */
  async regenerateKeys(projectId: string): Promise<ProjectView> {
    const keys = newKeys();
    const view = await this.db.transaction(async (tx) => {
      await this.keys.replace(tx, projectId, keys);
      return this.projects.find(projectId, tx);
    });
    await this.cache.accessChanged(projectId);
    return { ...found(view), ...keys };
  }
}

const newKeys = () => ({ public: newKey('public'), secret: newKey('secret') });

const tooMany = (most: number): AppError =>
  new AppError(
    'FORBIDDEN',
    `You own ${most} projects, as many as an account may`,
    undefined,
    'Delete one that is not used any more.',
  );

function found(view: ProjectView | null): ProjectView {
  if (!view) throw new AppError('NOT_FOUND', 'There is no such project');
  return view;
}
