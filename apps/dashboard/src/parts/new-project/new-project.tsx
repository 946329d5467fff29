import { Suspense } from 'react';
import { lazyPart } from '../lazy/lazy-part';

const NewProjectDialog = lazyPart(() => import('./new-project-dialog'));

/** The dialog that makes a project; it is loaded when it is opened. */
export function NewProject({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <NewProjectDialog opened onClose={onClose} />
    </Suspense>
  );
}
