import { Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../api/client';
import { countOf } from '../../parts/format/format';
import { JobProgress } from '../../parts/job/job';
import { Notice } from '../../parts/notice/notice';
import { Problem } from '../../parts/problem/problem';
import { useProject } from '../../session/project';
import { bulkQuery, startBulk, type BulkOperation, type ContactFilter } from '../contact.queries';
import { bulkBody, sizeOf, type Selection } from './selection';

const verbs: Record<BulkOperation, { verb: string; done: string; words: string }> = {
  subscribe: {
    verb: 'Subscribe',
    done: 'subscribed',
    words: 'They get campaigns from then on. That they agreed to it is up to you.',
  },
  unsubscribe: { verb: 'Unsubscribe', done: 'unsubscribed', words: 'They get no campaigns from then on.' },
  delete: {
    verb: 'Delete',
    done: 'deleted',
    words: 'Their data and events are deleted as well. This cannot be undone.',
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
  const { verb, done, words } = verbs[operation];
  const start = useMutation({
    mutationFn: () => startBulk(project, operation, asked.body),
    onSuccess: (job) => setJobId(job.jobId),
  });
  const number = asked.size === null ? 'the contacts that match' : countOf(asked.size, 'contact');
  const title = `${verb} ${number}`;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {start.error && <Problem error={start.error} />}
      {jobId === null ? (
        <>
          <p>{words}</p>
          <Group justify="flex-end" mt={24} gap={8}>
            <Button variant="default" onClick={onClose}>
              Keep them as they are
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
                <Notice tone="good" title={`${countOf(successCount, 'contact')} ${done}.`}>
                  {unchangedCount > 0 && <p>{countOf(unchangedCount, 'contact')} already were.</p>}
                </Notice>
                <Group justify="flex-end" mt={24}>
                  <Button onClick={onClose}>Close</Button>
                </Group>
              </>
            );
          }}
        </JobProgress>
      )}
    </Modal>
  );
}
