import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Graph } from '../graph/graph';

/** A workflow of a project with its definition; its table is made by the service's migrations. */
@Entity({ schema: 'workflow', name: 'workflow', synchronize: false })
export class Workflow {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('boolean')
  enabled: boolean;

  @Column('boolean', { name: 'allow_reentry' })
  allowReentry: boolean;

  @Column('text', { name: 'trigger_type' })
  triggerType: 'EVENT' | 'MANUAL';

  @Column('text', { name: 'event_name', nullable: true })
  eventName: string | null;

  @Column('jsonb')
  graph: Graph;

  @Column('integer', { name: 'step_count' })
  stepCount: number;

  @Column('integer')
  version: number;

  @Column('text', { array: true })
  refs: string[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
