import { Button, Group, Modal, MultiSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../api/client';
import { fieldsQuery } from '../../parts/condition/condition-fields';
import { countOf, formatBytes, formatMoment } from '../../parts/format/format';
import { ExportDownload } from '../../parts/job/export-download';
import { JobProgress } from '../../parts/job/job';
import { Notice } from '../../parts/notice/notice';
import { Problem } from '../../parts/problem/problem';
import { useProject } from '../../session/project';
import { exportQuery, startExport, type ContactFilter } from '../contact.queries';
import { wholeCondition } from './selection';

const firstColumns = ['id', 'email', 'subscribed', 'suppression', 'createdAt', 'updatedAt'];

interface ExportDialogProps {
  filter: ContactFilter;
  onClose: () => void;
}

/** Asks for the columns, then shows the job, then gives the file. */
export function ExportDialog({ filter, onClose }: ExportDialogProps) {
  const project = useProject();
  const [fields, setFields] = useState<string[]>([]);
  const [jobId, setJobId] = useState<string | null>(null);
  const known = useQuery(fieldsQuery(project));
  const condition = wholeCondition(filter);
  const start = useMutation({
    mutationFn: () => startExport(project, { condition, fields: fields.length > 0 ? fields : undefined }),
    onSuccess: (job) => setJobId(job.jobId),
  });
  const title = condition ? 'Export the contacts that match' : 'Export all contacts';
  const columns = [...new Set([...firstColumns, ...(known.data?.fields ?? []).map(({ field }) => field)])];
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {start.error && <Problem error={start.error} />}
      {jobId !== null ? (
        <JobProgress label={title} query={exportQuery(project, jobId)} onDone={() => undefined}>
          {(job) => <ExportFile jobId={jobId} result={job.result as Schema<'ExportResult'>} onClose={onClose} />}
        </JobProgress>
      ) : (
        <>
          <MultiSelect
            label="Columns"
            description="In this order; without a choice the address, the subscription and all fields"
            data={columns}
            value={fields}
            maxValues={200}
            searchable
            onChange={setFields}
          />
          <Group justify="flex-end" mt={24} gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              Make the file
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

interface ExportFileProps {
  jobId: string;
  result: Schema<'ExportResult'>;
  onClose: () => void;
}

function ExportFile({ jobId, result, onClose }: ExportFileProps) {
  const { contactCount, bytes, expiresAt } = result;
  return (
    <>
      <Notice tone="good" title={`${countOf(contactCount, 'contact')} in a file of ${formatBytes(bytes)}.`}>
        <p>It can be downloaded until {formatMoment(expiresAt)}.</p>
      </Notice>
      <Group justify="flex-end" mt={24} gap={8}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <ExportDownload jobId={jobId} />
      </Group>
    </>
  );
}
