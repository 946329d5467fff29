import { Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { accountApi, bodyOf } from '../../api/client';
import { formatPercent } from '../../parts/format/format';
import { Loaded } from '../../parts/loaded/loaded';
import { Section } from '../../parts/page/page';
import { sayDone } from '../../parts/toast/toast';
import { useProject } from '../../session/project';
import { projectsQuery } from '../../session/session.queries';

const pollMs = 1_000;

interface ErasureProgressProps {
  jobId: string;
  isDeletion: boolean;
  onDone: () => void;
}

/** A reset or deletion while it runs; a deletion ends on the list of projects. */
export function ErasureProgress({ jobId, isDeletion, onDone }: ErasureProgressProps) {
  const { id, name } = useProject();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: ['erasure', jobId],
    queryFn: ({ signal }) =>
      bodyOf(accountApi.GET('/users/@me/projects/{id}/jobs/{jobId}', { params: { path: { id, jobId } }, signal })),
    refetchInterval: ({ state }) => (state.data?.state === 'completed' ? false : pollMs),
  });
  const isDone = query.data?.state === 'completed';
  const finish = useEffectEvent(async () => {
    sayDone(isDeletion ? `${name} is deleted.` : `${name} is reset.`);
    onDone();
    if (!isDeletion) return;
    await navigate({ to: '/' });
    await queryClient.invalidateQueries(projectsQuery);
  });
  useEffect(() => {
    if (isDone) void finish();
  }, [isDone]);
  return (
    <Section title={isDeletion ? 'The project is being deleted' : 'The project is being reset'}>
      <Loaded query={query}>
        {({ progress, result }) => (
          <>
            <Progress value={progress} aria-label="Progress" transitionDuration={0} />
            <p role="status">
              {isDone ? 'Done.' : `${formatPercent(progress)} done`}
              {result.waitingFor.length > 0 && `, waiting for ${result.waitingFor.join(', ')}`}
            </p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
