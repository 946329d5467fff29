import type { ProjectBrand, TrackingMode } from '@waybill/contracts/accounts/project';
import type { KeyKind } from '@waybill/contracts/contacts/track';
import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryColumn } from 'typeorm';

/** A project; its table is made by the service's migrations. */
@Entity({ schema: 'identity', name: 'project', synchronize: false })
export class Project {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Of opens and clicks, where a message does not say it. */
  @Column('text')
  tracking: TrackingMode;

  /** Of the pages and emails that contacts see. */
  @Column('text')
  language: string;

  /** How new emails look; null while none is set. */
  @Column('jsonb', { nullable: true })
  brand: ProjectBrand | null;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt: Date | null;

  @Column('text', { name: 'disabled_reason', nullable: true })
  disabledReason: string | null;

  /** Its data is being deleted in every service; the project can no longer be used. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  @OneToMany(() => ProjectKey, (key) => key.project)
  keys: ProjectKey[];
}

/** The visible part of a project's key, one of each kind. `KeyService` replaces keys and finds a project by one. */
@Entity({ schema: 'identity', name: 'api_key', synchronize: false })
export class ProjectKey {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId: string;

  @PrimaryColumn('text')
  kind: KeyKind;

  /** The prefix and the last four characters. */
  @Column('text')
  hint: string;

  /** The public key itself; null: only the hint is known. */
  @Column('text', { nullable: true })
  shown: string | null;

  @ManyToOne(() => Project, (project) => project.keys)
  @JoinColumn({ name: 'project_id' })
  project: Project;
}
