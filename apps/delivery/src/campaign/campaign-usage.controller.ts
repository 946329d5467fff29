import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { Condition } from '@waybill/audience/condition';
import { namedSegments, noSegments, usesOf } from '@waybill/audience/references';
import { askSubject, type AskReply } from '@waybill/contracts/asks';
import type { FieldAsk } from '@waybill/contracts/contacts/field';
import type { Reference } from '@waybill/contracts/wire/reference';
import { Db } from '@waybill/database/db';
import { shownFields } from './campaign-content';
import { inUse } from './campaign-state';

interface UsingCampaign extends Reference {
  subject: string;
  previewText: string | null;
  body: string;
  text: string | null;
  audienceFilter: Condition | null;
}

/** Unsent campaigns that a deletion is asked about at once. */
const maxCampaigns = 1_000;

/** Which unsent campaigns refer to a contact field or to a segment: these cannot be deleted. */
@Controller()
export class CampaignUsageController {
  constructor(private readonly db: Db) {}

  @MessagePattern(askSubject('delivery.field-usage'))
  async field(@Payload() { projectId, field }: FieldAsk): Promise<AskReply<'delivery.field-usage'>> {
    const bare = field.replace(/^data\./, '');
    const rows = await this.unsent(
      projectId,
      `AND (audience_filter IS NOT NULL OR strpos(concat(subject, preview_text, body, text), $4) > 0)`,
      bare,
    );
    const using = rows.filter(
      (row) =>
        shownFields(row).includes(bare) ||
        (row.audienceFilter && usesOf(row.audienceFilter, noSegments).fields.has(`data.${bare}`)),
    );
    return { campaigns: using.map(toReference) };
  }

  @MessagePattern(askSubject('delivery.segment-usage'))
  async segment(
    @Payload() request: { projectId: string; segmentId: string },
  ): Promise<AskReply<'delivery.segment-usage'>> {
    const { projectId, segmentId } = request;
    const rows = await this.unsent(
      projectId,
      'AND (segment_id = $4::uuid OR audience_filter IS NOT NULL)',
      segmentId,
      true,
    );
    const using = rows.filter(
      (row) => !row.audienceFilter || namedSegments(row.audienceFilter).includes(segmentId.toLowerCase()),
    );
    return { campaigns: using.map(toReference) };
  }

  /** The newest unsent campaigns that may refer to it. */
  private unsent(projectId: string, narrowed: string, value: string, withoutContent = false): Promise<UsingCampaign[]> {
    const content = withoutContent
      ? `'' AS subject, NULL AS "previewText", '' AS body, NULL AS text`
      : 'subject, preview_text AS "previewText", body, text';
    return this.db.query<UsingCampaign & Record<string, unknown>>(
      `SELECT id, name, ${content}, audience_filter AS "audienceFilter" FROM delivery.campaign
       WHERE project_id = $1 AND status = ANY ($2::text[]) ${narrowed} ORDER BY id DESC LIMIT $3`,
      [projectId, inUse, maxCampaigns, value],
    );
  }
}

const toReference = ({ id, name }: Reference): Reference => ({ id, name });
