import type { Schema } from '../../api/client';
import { formatBytes, formatPercent, formatSpan } from '../format/format';
import type { StartedJob } from './started-jobs';
import { i18n } from '../../text/i18n';

/** The result of a job of any kind. */
export type JobResult = Partial<
  Schema<'ImportResult'> & Schema<'BulkResult'> & Schema<'ExportResult'> & Schema<'ComputeResult'>
>;

const operations: Record<string, { title: string; done: (count: number) => string }> = {
  subscribe: {
    title: i18n.t('Subscribing contacts'),
    done: (count) => i18n.t('{count, plural, one {# contact} other {# contacts}} subscribed.', { count }),
  },
  unsubscribe: {
    title: i18n.t('Unsubscribing contacts'),
    done: (count) => i18n.t('{count, plural, one {# contact} other {# contacts}} unsubscribed.', { count }),
  },
  delete: {
    title: i18n.t('Deleting contacts'),
    done: (count) => i18n.t('{count, plural, one {# contact} other {# contacts}} deleted.', { count }),
  },
};

const changed = (count: number): string =>
  i18n.t('{count, plural, one {# contact} other {# contacts}} changed.', { count });

/** A job in words, as the heading of its line. */
export function jobTitle({ kind, about }: StartedJob): string {
  if (kind === 'import') return i18n.t('Importing contacts');
  if (kind === 'export') return i18n.t('Exporting contacts');
  if (kind === 'compute') return i18n.t('Computing a segment');
  if (kind === 'reset') return i18n.t('Resetting the project');
  return operations[about ?? '']?.title ?? i18n.t('Changing contacts');
}

/** The changes of a job that is over, in words. */
export function jobOutcome({ kind, about }: StartedJob, result: JobResult): string {
  if (kind === 'reset') return i18n.t('The project is reset.');
  if (kind === 'compute') {
    return i18n.t('{total, plural, one {# contact} other {# contacts}} in the segment: {added} new, {removed} left.', {
      total: result.total ?? 0,
      added: result.added ?? 0,
      removed: result.removed ?? 0,
    });
  }
  if (kind === 'export') {
    return i18n.t('{contactCount, plural, one {# contact} other {# contacts}} in a file of {bytes}.', {
      contactCount: result.contactCount ?? 0,
      bytes: formatBytes(result.bytes ?? 0),
    });
  }
  const refused = result.failureCount
    ? i18n.t('{failureCount, plural, one {# row} other {# rows}} refused.', { failureCount: result.failureCount })
    : '';
  if (kind === 'import') {
    const taken = i18n.t('{createdCount, plural, one {# contact} other {# contacts}} new, {updatedCount} changed.', {
      createdCount: result.createdCount ?? 0,
      updatedCount: result.updatedCount ?? 0,
    });
    return [taken, refused].filter(Boolean).join(' ');
  }
  const done = operations[about ?? '']?.done ?? changed;
  const unchanged = result.unchangedCount
    ? i18n.t('{unchangedCount, plural, one {# contact} other {# contacts}} already were.', {
        unchangedCount: result.unchangedCount,
      })
    : '';
  return [done(result.successCount ?? 0), unchanged].filter(Boolean).join(' ');
}

/** How far a job is and, once that can be told, how long it will take. Percent, and milliseconds since 1970. */
export function jobProgress(progress: number, startedAt: number, now: number): string {
  const done = formatPercent(progress);
  const elapsed = (now - startedAt) / 1_000;
  if (progress < 3 || progress >= 100 || elapsed < 3) return done;
  const left = (elapsed * (100 - progress)) / progress;
  return i18n.t('{done}, about {span} left', {
    done,
    span: formatSpan(left < 120 ? Math.ceil(left) : 60 * Math.ceil(left / 60)),
  });
}

/** The screen that shows what a job has changed. */
export const jobPlace = ({ kind, about }: StartedJob): { to: string; words: string } => {
  if (kind === 'compute') return { to: `/segments/${about}`, words: i18n.t('To the segment') };
  return kind === 'reset'
    ? { to: '/', words: i18n.t('To the start') }
    : { to: '/contacts', words: i18n.t('To the contacts') };
};
