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
import { i18n } from '../../text/i18n';

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
    sayDone(isDeletion ? i18n.t('{name} is deleted.', { name }) : i18n.t('{name} is reset.', { name }));
    onDone();
    if (!isDeletion) return;
    await navigate({ to: '/' });
    await queryClient.invalidateQueries(projectsQuery);
  });
  useEffect(() => {
    if (isDone) void finish();
  }, [isDone]);
  return (
    <Section title={isDeletion ? i18n.t('The project is being deleted') : i18n.t('The project is being reset')}>
      <Loaded query={query}>
        {({ progress, result }) => (
          <>
            <Progress value={progress} aria-label={i18n.t('Progress')} transitionDuration={0} />
            <p role="status">
              {isDone ? i18n.t('Done.') : i18n.t('{progress} done', { progress: formatPercent(progress) })}
              {result.waitingFor.length > 0 &&
                `, ${i18n.t('waiting for {services}', { services: result.waitingFor.join(', ') })}`}
            </p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
