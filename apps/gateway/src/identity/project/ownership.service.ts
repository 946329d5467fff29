import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { queryableOf } from '@waybill/database/entity.module';
import { IsNull, Not, type EntityManager, type Repository } from 'typeorm';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { lockUser } from '../user/user.sql';
import { Membership } from './membership.entity';

/** The projects that a user owns, and how many that may be. */
@Injectable()
export class OwnershipService {
  /** Projects that one user may own; 0: no limit. */
  readonly maxOwned: number;

  constructor(
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
  ) {
    this.maxOwned = config.MAX_PROJECTS_PER_OWNER;
  }

  /** Has the user reached the maximum of own projects? Locks the user until the end of the transaction. */
  async ownsMaximum(transaction: EntityManager, userId: string): Promise<boolean> {
    if (this.maxOwned === 0) return false;
    await queryableOf(transaction).query(lockUser, [userId]);
    const owned = { userId, role: 'OWNER' as const, project: { deletedAt: IsNull() } };
    return (await transaction.countBy(Membership, owned)) >= this.maxOwned;
  }

  /** Does the user own a project that is suspended? */
  ownsDisabled(userId: string): Promise<boolean> {
    const project = { disabledAt: Not(IsNull()), deletedAt: IsNull() };
    return this.memberships.existsBy({ userId, role: 'OWNER', project });
  }
}
