import { Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../api/client';
import { JobProgress } from '../../parts/job/job';
import { Notice } from '../../parts/notice/notice';
import { Problem } from '../../parts/problem/problem';
import { useProject } from '../../session/project';
import { bulkQuery, startBulk, type BulkOperation, type ContactFilter } from '../contact.queries';
import { bulkBody, sizeOf, type Selection } from './selection';
import { i18n } from '../../text/i18n';

interface OperationWords {
  title: (count: number | null) => string;
  done: (count: number) => string;
  words: string;
}

const operations: Record<BulkOperation, OperationWords> = {
  subscribe: {
    title: (count) =>
      count === null
        ? i18n.t('Subscribe the contacts that match')
        : i18n.t('Subscribe {count, plural, one {# contact} other {# contacts}}', { count }),
    done: (count) => i18n.t('{count, plural, one {# contact} other {# contacts}} subscribed.', { count }),
    words: i18n.t('They get campaigns from then on. That they agreed to it is up to you.'),
  },
  unsubscribe: {
    title: (count) =>
      count === null
        ? i18n.t('Unsubscribe the contacts that match')
        : i18n.t('Unsubscribe {count, plural, one {# contact} other {# contacts}}', { count }),
    done: (count) => i18n.t('{count, plural, one {# contact} other {# contacts}} unsubscribed.', { count }),
    words: i18n.t('They get no campaigns from then on.'),
  },
  delete: {
    title: (count) =>
      count === null
        ? i18n.t('Delete the contacts that match')
        : i18n.t('Delete {count, plural, one {# contact} other {# contacts}}', { count }),
    done: (count) => i18n.t('{count, plural, one {# contact} other {# contacts}} deleted.', { count }),
    words: i18n.t('Their data and events are deleted as well. This cannot be undone.'),
  },
};

interface BulkDialogProps {
  operation: BulkOperation;
  filter: ContactFilter;
  selection: Selection;
  /** How many contacts match the filter; null where it is not known. */
  matching: number | null;
  onClose: () => void;
  onDone: () => void;
}

/** Asks first, then shows the job. Of a selection of all that match, those are changed that match when it runs. */
export function BulkDialog({ operation, filter, selection, matching, onClose, onDone }: BulkDialogProps) {
  const project = useProject();
  // What was asked about is what is done, also when the selection is cleared behind the dialog.
  const [asked] = useState({ body: bulkBody(filter, selection), size: sizeOf(selection, matching) });
  const [jobId, setJobId] = useState<string | null>(null);
  const { done, words } = operations[operation];
  const start = useMutation({
    mutationFn: () => startBulk(project, operation, asked.body),
    onSuccess: (job) => setJobId(job.jobId),
  });
  const title = operations[operation].title(asked.size);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': i18n.t('Close') }}>
      {start.error && <Problem error={start.error} />}
      {jobId === null ? (
        <>
          <p>{words}</p>
          <Group justify="flex-end" mt={24} gap={8}>
            <Button variant="default" onClick={onClose}>
              {i18n.t('Keep them as they are')}
            </Button>
            <Button
              color={operation === 'delete' ? 'red.8' : undefined}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {title}
            </Button>
          </Group>
        </>
      ) : (
        <JobProgress label={title} query={bulkQuery(project, jobId)} onDone={onDone}>
          {(job) => {
            const { successCount = 0, unchangedCount = 0 } = (job.result ?? {}) as Partial<Schema<'BulkResult'>>;
            return (
              <>
                <Notice tone="good" title={done(successCount)}>
                  {unchangedCount > 0 && (
                    <p>
                      {i18n.t('{unchangedCount, plural, one {# contact} other {# contacts}} already were.', {
                        unchangedCount,
                      })}
                    </p>
                  )}
                </Notice>
                <Group justify="flex-end" mt={24}>
                  <Button onClick={onClose}>{i18n.t('Close')}</Button>
                </Group>
              </>
            );
          }}
        </JobProgress>
      )}
    </Modal>
  );
}
