import { lazy, Suspense } from 'react';
import { useStartedJobs } from '../../parts/job/started-jobs';
import { useProject } from '../../session/project';

const JobsTray = lazy(() => import('./jobs-tray'));

/** The tray of long jobs, once there is one. */
export function Jobs() {
  const { id } = useProject();
  if (useStartedJobs(id).length === 0) return null;
  return (
    <Suspense fallback={null}>
      <JobsTray />
    </Suspense>
  );
}
