import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../../parts/lazy/lazy-part';

let isOpen = false;
const listeners = new Set<() => void>();
const LoadedHelp = lazyPart(() => import('./help'));

function set(value: boolean): void {
  isOpen = value;
  listeners.forEach((listener) => listener());
}

/** Shows all shortcuts. */
export const openHelp = (): void => set(true);

/** The list of shortcuts, in every page of a project; loaded when it is asked for. */
export function Help() {
  const isShown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <LoadedHelp onClose={() => set(false)} />
    </Suspense>
  );
}
