import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { bodyOf } from '../../api/client';
import { useProject, type Project } from '../../session/project';
import { Problem } from '../problem/problem';
import { saveFile } from '../save-file/save-file';
import { i18n } from '../../text/i18n';

/** Downloads the file of an export that is completed; a file that is kept no more is said in its place. */
export function ExportDownload({ jobId, ...button }: { jobId: string } & ButtonProps) {
  const project = useProject();
  const download = useMutation({
    mutationFn: () => readFile(project, jobId),
    onSuccess: (file) => saveFile(file, 'contacts.csv'),
  });
  return (
    <div>
      {download.error && <Problem error={download.error} />}
      <Button
        leftSection={<Download size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
        {...button}
      >
        {i18n.t('Download the file')}
      </Button>
    </div>
  );
}

/** The file of an export; a large one takes longer than the deadline of other calls. */
const readFile = ({ api }: Project, jobId: string): Promise<Blob> =>
  bodyOf(
    api.GET('/contacts/export/{jobId}/file', {
      params: { path: { jobId } },
      parseAs: 'blob',
      fetch: (request: Request) => fetch(request),
    }),
  );
