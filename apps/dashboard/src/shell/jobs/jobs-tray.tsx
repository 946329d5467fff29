import { Button, CloseButton, Popover, Progress } from '@mantine/core';
import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { accountApi, bodyOf } from '../../api/client';
import { ApiError } from '../../api/api-error';
import { ExportDownload } from '../../parts/job/export-download';
import { jobOutcome, jobPlace, jobProgress, jobTitle, type JobResult } from '../../parts/job/job-words';
import type { JobState } from '../../parts/job/job';
import { putAway, useStartedJobs, type StartedJob } from '../../parts/job/started-jobs';
import { ScreenLink } from '../../parts/link/screen-link';
import { useLive } from '../../parts/live/live';
import { sayDone } from '../../parts/toast/toast';
import { useProject, type Project } from '../../session/project';
import classes from './jobs-tray.module.css';
import { i18n } from '../../text/i18n';

type Job = JobState & { result: JobResult | null };
type Query = UseQueryResult<Job>;

/** Milliseconds between two looks at a job that runs; a hint of the project comes sooner. */
const pollMs = 2_000;
const isOver = (job: JobState | undefined): boolean => job?.state === 'completed' || job?.state === 'failed';
/** The API forgets a job some time after its end. */
const isForgotten = ({ error }: Query): boolean => error instanceof ApiError && error.status === 404;
const isRunning = (query: Query): boolean => !isOver(query.data) && !isForgotten(query);

/** The long jobs that this browser started, on every page and after a reload, until they are put away. */
export default function JobsTray() {
  const project = useProject();
  const queryClient = useQueryClient();
  const jobs = useStartedJobs(project.id);
  const queries = useQueries({
    queries: jobs.map((job) => ({
      queryKey: [project.id, 'jobs', job.id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readJob(project, job, signal),
      refetchInterval: ({ state }: { state: { data: Job | undefined; error: unknown } }) =>
        isOver(state.data) || state.error ? (false as const) : pollMs,
    })),
  });
  const running = queries.filter(isRunning).length;
  useLive(project.id, running > 0, () => void queryClient.invalidateQueries({ queryKey: [project.id, 'jobs'] }));
  return (
    <Popover position="bottom-end" width={340} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<ListChecks size={14} aria-hidden />}>
          {running > 0
            ? i18n.t('{running, plural, one {# job} other {# jobs}} running', { running })
            : i18n.t('{count, plural, one {# job} other {# jobs}}', { count: jobs.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={i18n.t('Jobs')}>
        <ul className={classes['jobs']}>
          {jobs.map((job, index) => (
            <JobLine key={job.id} job={job} query={queries[index]!} />
          ))}
        </ul>
      </Popover.Dropdown>
      {jobs.map((job, index) => (
        <EndOfJob key={job.id} job={job} query={queries[index]!} />
      ))}
    </Popover>
  );
}

function JobLine({ job, query }: { job: StartedJob; query: Query }) {
  const project = useProject();
  const title = jobTitle(job);
  return (
    <li className={classes['job']} aria-label={title}>
      <div className={classes['head']}>
        <strong>{title}</strong>
        {!isRunning(query) && (
          <CloseButton
            size={24}
            aria-label={i18n.t('Put away: {title}', { title })}
            onClick={() => putAway(project.id, job.id)}
          />
        )}
      </div>
      <JobNow job={job} query={query} />
    </li>
  );
}

function JobNow({ job, query }: { job: StartedJob; query: Query }) {
  const { data, error, dataUpdatedAt } = query;
  if (isForgotten(query)) return <p>{i18n.t('It ended some time ago.')}</p>;
  if (!data) return <p>{error ? error.message : i18n.t('Waiting for the first figures')}</p>;
  if (data.state === 'failed')
    return <p className={classes['failed']}>{data.failedReason ?? i18n.t('The job failed.')}</p>;
  if (data.state === 'completed') {
    return (
      <>
        <p>{jobOutcome(job, data.result ?? {})}</p>
        <Onward job={job} />
      </>
    );
  }
  return (
    <>
      <Progress value={data.progress} aria-label={jobTitle(job)} transitionDuration={0} />
      <p>{jobProgress(data.progress, job.startedAt, dataUpdatedAt)}</p>
    </>
  );
}

/** The file of an export, or the screen that shows what a job has changed. */
function Onward({ job }: { job: StartedJob }) {
  if (job.kind === 'export') return <ExportDownload jobId={job.id} variant="default" size="xs" mt={4} />;
  const { to, words } = jobPlace(job);
  return (
    <p>
      <ScreenLink to={to}>{words}</ScreenLink>
    </p>
  );
}

/** Says once that a job that ran has ended, and reads anew what it changed. */
function EndOfJob({ job, query }: { job: StartedJob; query: Query }) {
  const { id } = useProject();
  const queryClient = useQueryClient();
  const { data } = query;
  const over = isOver(data);
  const end = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: [id], predicate: ({ queryKey }) => queryKey[1] !== 'jobs' });
    if (data?.state === 'completed') sayDone(`${jobTitle(job)}: ${jobOutcome(job, data.result ?? {})}`);
  });
  // A job that had ended when the page was loaded is old news.
  const [sawRunning, setSawRunning] = useState(false);
  if (data && !over && !sawRunning) setSawRunning(true);
  const isNews = over && sawRunning;
  useEffect(() => {
    if (isNews) end();
  }, [isNews]);
  return null;
}

async function readJob({ id, api }: Project, job: StartedJob, signal: AbortSignal): Promise<Job> {
  const path = { jobId: job.id };
  switch (job.kind) {
    case 'import':
      return (await bodyOf(api.GET('/contacts/import/{jobId}', { params: { path }, signal }))) as Job;
    case 'bulk':
      return (await bodyOf(api.GET('/contacts/bulk/{jobId}', { params: { path }, signal }))) as Job;
    case 'export':
      return (await bodyOf(api.GET('/contacts/export/{jobId}', { params: { path }, signal }))) as Job;
    case 'compute': {
      const params = { path: { ...path, id: job.about ?? '' } };
      return (await bodyOf(api.GET('/segments/{id}/compute/{jobId}', { params, signal }))) as Job;
    }
    case 'reset': {
      const params = { path: { ...path, id } };
      const view = await bodyOf(accountApi.GET('/users/@me/projects/{id}/jobs/{jobId}', { params, signal }));
      return { ...view, failedReason: null, result: null };
    }
  }
}
