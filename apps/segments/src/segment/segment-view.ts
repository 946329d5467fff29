import type { SegmentView } from '@waybill/contracts/segments/segment';
import type { SegmentRow } from './segment.sql';

/** The wire form of a segment. */
export function toView({ computedAt: _computed, countedAt, createdAt, updatedAt, ...row }: SegmentRow): SegmentView {
  return {
    ...row,
    memberCountAt: countedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
