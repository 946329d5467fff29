import { lazy, Suspense } from 'react';
import { useToasterWanted } from './toaster-wanted';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** The place of short messages, at the edge of the window; loaded with the first message. */
export function Toaster() {
  if (!useToasterWanted()) return null;
  return (
    <Suspense fallback={null}>
      <Notifications position="bottom-right" limit={4} />
    </Suspense>
  );
}
