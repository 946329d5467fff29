import type { InviteMember } from '@waybill/contracts/accounts/member';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An address that was invited to a project; it joins when its owner signs in or signs up. */
@Entity({ schema: 'identity', name: 'invitation', synchronize: false })
export class Invitation {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  email: string;

  @Column('text')
  role: NonNullable<InviteMember['role']>;
}
