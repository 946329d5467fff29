import { Button, Group, Modal, MultiSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../api/client';
import { fieldsQuery } from '../../parts/condition/condition-fields';
import { formatBytes, formatMoment } from '../../parts/format/format';
import { ExportDownload } from '../../parts/job/export-download';
import { JobProgress } from '../../parts/job/job';
import { Notice } from '../../parts/notice/notice';
import { Problem } from '../../parts/problem/problem';
import { useProject } from '../../session/project';
import { exportQuery, startExport, type ContactFilter } from '../contact.queries';
import { wholeCondition } from './selection';
import { i18n } from '../../text/i18n';

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
  const title = condition ? i18n.t('Export the contacts that match') : i18n.t('Export all contacts');
  const columns = [...new Set([...firstColumns, ...(known.data?.fields ?? []).map(({ field }) => field)])];
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': i18n.t('Close') }}>
      {start.error && <Problem error={start.error} />}
      {jobId !== null ? (
        <JobProgress label={title} query={exportQuery(project, jobId)} onDone={() => undefined}>
          {(job) => <ExportFile jobId={jobId} result={job.result as Schema<'ExportResult'>} onClose={onClose} />}
        </JobProgress>
      ) : (
        <>
          <MultiSelect
            label={i18n.t('Columns')}
            description={i18n.t('In this order; without a choice the address, the subscription and all fields')}
            data={columns}
            value={fields}
            maxValues={200}
            searchable
            onChange={setFields}
          />
          <Group justify="flex-end" mt={24} gap={8}>
            <Button variant="default" onClick={onClose}>
              {i18n.t('Cancel')}
            </Button>
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              {i18n.t('Make the file')}
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
      <Notice
        tone="good"
        title={i18n.t('{contactCount, plural, one {# contact} other {# contacts}} in a file of {bytes}.', {
          contactCount,
          bytes: formatBytes(bytes),
        })}
      >
        <p>{i18n.t('It can be downloaded until {expiresAt}.', { expiresAt: formatMoment(expiresAt) })}</p>
      </Notice>
      <Group justify="flex-end" mt={24} gap={8}>
        <Button variant="default" onClick={onClose}>
          {i18n.t('Close')}
        </Button>
        <ExportDownload jobId={jobId} />
      </Group>
    </>
  );
}
