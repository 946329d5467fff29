import { Suspense } from 'react';
import { lazyPart } from '../../parts/lazy/lazy-part';
import { useStartedJobs } from '../../parts/job/started-jobs';
import { useProject } from '../../session/project';

const JobsTray = lazyPart(() => import('./jobs-tray'));

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
