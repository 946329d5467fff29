import { Progress } from '@mantine/core';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { formatPercent } from '../format/format';
import { Loaded } from '../loaded/loaded';
import { Notice } from '../notice/notice';
import { i18n } from '../../text/i18n';

/** A job as every route of jobs answers it. */
export interface JobState {
  state: 'waiting' | 'active' | 'completed' | 'failed';
  /** Percent. */
  progress: number;
  failedReason: string | null;
}

const pollMs = 1_000;
const isOver = (job: JobState | undefined): boolean => job?.state === 'completed' || job?.state === 'failed';

interface JobProps<Job extends JobState> {
  label: string;
  query: Pick<UseQueryOptions<Job>, 'queryKey' | 'queryFn'>;
  /** Called once, when the job is over and changed something. */
  onDone: () => void;
  /** The result of a job that is completed. */
  children: (job: Job) => ReactNode;
}

/** A job of the server while it runs, and what came of it. */
export function JobProgress<Job extends JobState>({ label, query: options, onDone, children }: JobProps<Job>) {
  const query = useQuery<Job>({
    ...options,
    refetchInterval: ({ state }) => (isOver(state.data as Job | undefined) ? false : pollMs),
  });
  const over = isOver(query.data);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (over) done();
  }, [over]);
  return (
    <Loaded query={query}>
      {(job) => {
        if (job.state === 'failed') return <Notice tone="bad" title={job.failedReason ?? i18n.t('The job failed.')} />;
        if (job.state === 'completed') return children(job);
        return (
          <>
            <Progress value={job.progress} aria-label={label} transitionDuration={0} />
            <p role="status">
              {label}: {formatPercent(job.progress)}
            </p>
          </>
        );
      }}
    </Loaded>
  );
}
