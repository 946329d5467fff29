import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountApi, bodyOf } from '../../api/client';
import { Confirm } from '../../parts/confirm/confirm';
import { Section } from '../../parts/page/page';
import { useProject } from '../../session/project';
import { ErasureProgress } from './erasure-progress';

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
        title="Reset"
        words="Deletes contacts, events, templates, segments, campaigns, workflows and emails. Domains, members, keys and limits stay."
        action="Reset the project"
        run={reset}
      />
      <Danger
        title="Delete"
        words="Deletes the project and everything in it."
        action="Delete the project"
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
      <p>{words} This cannot be undone.</p>
      <Button variant="outline" color="red" onClick={dialog.open}>
        {action}
      </Button>
      <Confirm opened={isAsked} onClose={dialog.close} title={`${action}?`} action={action} typed={name} run={run}>
        <p>{words}</p>
      </Confirm>
    </Section>
  );
}
