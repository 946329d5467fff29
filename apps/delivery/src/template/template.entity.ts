import type { TemplateType } from '@waybill/contracts/templates/template';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A saved template of a project; its table is made by the service's migrations. */
@Entity({ schema: 'delivery', name: 'template', synchronize: false })
export class Template {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text')
  subject: string;

  /** Mailboxes show it behind the subject; null: they show the first words of the body. */
  @Column('text', { name: 'preview_text', nullable: true })
  previewText: string | null;

  @Column('text')
  body: string;

  /** The text part; null: it is made from the body. */
  @Column('text', { nullable: true })
  text: string | null;

  /** The document of the visual editor that the body was composed from. */
  @Column('jsonb', { nullable: true })
  design: Record<string, unknown> | null;

  @Column('text', { name: 'from_address', nullable: true })
  fromAddress: string | null;

  @Column('text', { name: 'from_name', nullable: true })
  fromName: string | null;

  @Column('text', { name: 'reply_to', nullable: true })
  replyTo: string | null;

  @Column('text')
  type: TemplateType;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
