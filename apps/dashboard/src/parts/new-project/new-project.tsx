import { lazy, Suspense } from 'react';

const NewProjectDialog = lazy(() => import('./new-project-dialog'));

/** The dialog that makes a project; it is loaded when it is opened. */
export function NewProject({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <NewProjectDialog opened onClose={onClose} />
    </Suspense>
  );
}
