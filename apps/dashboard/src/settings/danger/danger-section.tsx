import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountApi, bodyOf } from '../../api/client';
import { Confirm } from '../../parts/confirm/confirm';
import { Section } from '../../parts/page/page';
import { useProject } from '../../session/project';
import { ErasureProgress } from './erasure-progress';
import { i18n } from '../../text/i18n';

/** Reset and deletion of the project, each after its name was typed. */
export default function DangerSection() {
  const project = useProject();
  const [job, setJob] = useState<{ id: string; isDeletion: boolean } | null>(null);
  const queryClient = useQueryClient();
  const params = { path: { id: project.id } };
  const reset = async (): Promise<void> => {
    const { jobId } = await bodyOf(accountApi.POST('/users/@me/projects/{id}/reset', { params }));
    setJob({ id: jobId, isDeletion: false });
  };
  const remove = async (): Promise<void> => {
    const { jobId } = await bodyOf(accountApi.DELETE('/users/@me/projects/{id}', { params }));
    setJob({ id: jobId, isDeletion: true });
  };
  if (job) {
    return (
      <ErasureProgress
        jobId={job.id}
        isDeletion={job.isDeletion}
        onDone={() => void queryClient.invalidateQueries({ queryKey: [project.id] })}
      />
    );
  }
  return (
    <>
      <Danger
        title={i18n.t('Reset')}
        words={i18n.t(
          'Deletes contacts, events, templates, segments, campaigns, workflows and emails. Domains, members, keys and limits stay.',
        )}
        action={i18n.t('Reset the project')}
        run={reset}
      />
      <Danger
        title={i18n.t('Delete')}
        words={i18n.t('Deletes the project and everything in it.')}
        action={i18n.t('Delete the project')}
        run={remove}
      />
    </>
  );
}

interface DangerProps {
  title: string;
  words: string;
  action: string;
  run: () => Promise<void>;
}

function Danger({ title, words, action, run }: DangerProps) {
  const { name } = useProject();
  const [isAsked, dialog] = useDisclosure();
  return (
    <Section title={title}>
      <p>{i18n.t('{words} This cannot be undone.', { words })}</p>
      <Button variant="outline" color="red" onClick={dialog.open}>
        {action}
      </Button>
      <Confirm opened={isAsked} onClose={dialog.close} title={`${action}?`} action={action} typed={name} run={run}>
        <p>{words}</p>
      </Confirm>
    </Section>
  );
}
