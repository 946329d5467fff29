import type { Schema } from '../../api/client';
import { countOf, formatBytes, formatPercent, formatSpan } from '../format/format';
import type { StartedJob } from './started-jobs';

/** The result of a job of any kind. */
export type JobResult = Partial<
  Schema<'ImportResult'> & Schema<'BulkResult'> & Schema<'ExportResult'> & Schema<'ComputeResult'>
>;

const operations: Record<string, [title: string, done: string]> = {
  subscribe: ['Subscribing contacts', 'subscribed'],
  unsubscribe: ['Unsubscribing contacts', 'unsubscribed'],
  delete: ['Deleting contacts', 'deleted'],
};

/** A job in words, as the heading of its line. */
export function jobTitle({ kind, about }: StartedJob): string {
  if (kind === 'import') return 'Importing contacts';
  if (kind === 'export') return 'Exporting contacts';
  if (kind === 'compute') return 'Computing a segment';
  if (kind === 'reset') return 'Resetting the project';
  return operations[about ?? '']?.[0] ?? 'Changing contacts';
}

/** The changes of a job that is over, in words. */
export function jobOutcome({ kind, about }: StartedJob, result: JobResult): string {
  if (kind === 'reset') return 'The project is reset.';
  if (kind === 'compute') {
    return `${countOf(result.total ?? 0, 'contact')} in the segment: ${result.added ?? 0} new, ${result.removed ?? 0} left.`;
  }
  if (kind === 'export') {
    return `${countOf(result.contactCount ?? 0, 'contact')} in a file of ${formatBytes(result.bytes ?? 0)}.`;
  }
  const refused = result.failureCount ? ` ${countOf(result.failureCount, 'row')} refused.` : '';
  if (kind === 'import') {
    return `${countOf(result.createdCount ?? 0, 'contact')} new, ${result.updatedCount ?? 0} changed.${refused}`;
  }
  const done = operations[about ?? '']?.[1] ?? 'changed';
  const unchanged = result.unchangedCount ? ` ${countOf(result.unchangedCount, 'contact')} already were.` : '';
  return `${countOf(result.successCount ?? 0, 'contact')} ${done}.${unchanged}`;
}

/** How far a job is and, once that can be told, how long it will take. Percent, and milliseconds since 1970. */
export function jobProgress(progress: number, startedAt: number, now: number): string {
  const done = formatPercent(progress);
  const elapsed = (now - startedAt) / 1_000;
  if (progress < 3 || progress >= 100 || elapsed < 3) return done;
  const left = (elapsed * (100 - progress)) / progress;
  return `${done}, about ${formatSpan(left < 120 ? Math.ceil(left) : 60 * Math.ceil(left / 60))} left`;
}

/** The screen that shows what a job has changed. */
export const jobPlace = ({ kind, about }: StartedJob): { to: string; words: string } => {
  if (kind === 'compute') return { to: `/segments/${about}`, words: 'To the segment' };
  return kind === 'reset' ? { to: '/', words: 'To the start' } : { to: '/contacts', words: 'To the contacts' };
};
