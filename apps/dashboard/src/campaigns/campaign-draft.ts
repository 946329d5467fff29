import type { Schema } from '../api/client';
import { writingChanges } from '../editor/document/design';
import { typedContent, type TypedContent } from '../editor/document/preview-text';
import { toCondition, toDraft, newDraft, type ConditionDraft } from '../parts/condition/condition-draft';
import type { Campaign } from './campaign.queries';

/** The content of a campaign as it is typed; an empty text stands for none. */
export interface ContentDraft extends TypedContent {
  name: string;
  subject: string;
  from: string;
  fromName: string;
  replyTo: string;
}

export const contentOf = ({ name, subject, from, fromName, replyTo, ...content }: Campaign): ContentDraft => ({
  name,
  subject,
  ...typedContent(content),
  from,
  fromName: fromName ?? '',
  replyTo: replyTo ?? '',
});

/** The fields that differ from what is stored, as the API takes them. */
export function contentChanges(draft: ContentDraft, stored: Campaign): Schema<'UpdateCampaign'> {
  const { name, subject, from } = stored;
  const [fromName, replyTo] = [stored.fromName ?? '', stored.replyTo ?? ''];
  const before = { name, subject, from, fromName, replyTo, previewText: stored.previewText ?? '' };
  const optional = new Set(['fromName', 'replyTo', 'previewText']);
  const changed = Object.entries(before)
    .map(([key]) => [key, draft[key as keyof typeof before]] as const)
    .filter(([key, value]) => before[key as keyof typeof before] !== value);
  return {
    ...Object.fromEntries(changed.map(([key, value]) => [key, optional.has(key) && value === '' ? null : value])),
    ...writingChanges(draft, stored),
  };
}

/** The audience of a campaign, as it is chosen. */
export interface AudienceDraft {
  type: Campaign['audienceType'];
  segmentId: string | null;
  condition: ConditionDraft;
  /** The stored condition has parts that the builder cannot show; it stays until another audience is chosen. */
  isOpaque: boolean;
}

export function audienceOf({ audienceType, segmentId, audienceFilter }: Campaign): AudienceDraft {
  const condition = audienceFilter ? toDraft(audienceFilter) : null;
  return {
    type: audienceType,
    segmentId,
    condition: condition ?? newDraft(),
    isOpaque: audienceType === 'FILTERED' && condition === null,
  };
}

/** The audience as the API takes it; null while nothing is chosen or what is stored cannot be shown. */
export function audienceChange({
  type,
  segmentId,
  condition,
  isOpaque,
}: AudienceDraft): Schema<'UpdateCampaign'> | null {
  if (type === 'ALL') return { audienceType: 'ALL' };
  if (type === 'SEGMENT') return segmentId ? { audienceType: 'SEGMENT', segmentId } : null;
  return isOpaque ? null : { audienceType: 'FILTERED', audienceFilter: toCondition(condition) };
}

/** A local date and time of a form as an ISO moment; null when it is none. */
export function momentOf(local: string): string | null {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
