import type { Condition } from '@waybill/audience/condition';
import type { AudienceType, CampaignStatus } from '@waybill/contracts/campaigns/campaign';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A campaign of a project; its table is made by the service's migrations. */
@Entity({ schema: 'delivery', name: 'campaign', synchronize: false })
export class Campaign {
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

  @Column('text', { nullable: true })
  text: string | null;

  /** The document of the visual editor that the body was composed from. */
  @Column('jsonb', { nullable: true })
  design: Record<string, unknown> | null;

  @Column('text', { name: 'from_address' })
  fromAddress: string;

  @Column('text', { name: 'from_name', nullable: true })
  fromName: string | null;

  @Column('text', { name: 'reply_to', nullable: true })
  replyTo: string | null;

  @Column('uuid', { name: 'template_id', nullable: true })
  templateId: string | null;

  @Column('text', { name: 'audience_type' })
  audienceType: AudienceType;

  @Column('jsonb', { name: 'audience_filter', nullable: true })
  audienceFilter: Condition | null;

  @Column('uuid', { name: 'segment_id', nullable: true })
  segmentId: string | null;

  @Column('text')
  status: CampaignStatus;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('timestamptz', { name: 'scheduled_at', nullable: true })
  scheduledAt: Date | null;

  @Column('integer', { name: 'total_recipients' })
  totalRecipients: number;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt: Date | null;

  @Column('text', { nullable: true })
  step: 'freeze' | 'feed' | 'drain' | null;

  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
