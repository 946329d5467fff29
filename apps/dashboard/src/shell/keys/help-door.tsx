import { useSyncExternalStore, type ComponentType } from 'react';
import { withKit } from '../../parts/lazy/lazy-part';
import { sayFailed } from '../../parts/toast/toast';

/** The list while it is open. */
let open: ComponentType<{ onClose: () => void }> | null = null;
const listeners = new Set<() => void>();

function set(value: typeof open): void {
  open = value;
  listeners.forEach((listener) => listener());
}

/** Shows all shortcuts. Where the list cannot be loaded the page stays as it is, and the next call tries again. */
export const openHelp = (): void =>
  void withKit(() => import('./help')).then(({ default: loaded }) => set(loaded), sayFailed);

/** The list of shortcuts, in every page of a project; loaded when it is asked for. */
export function Help() {
  const Shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
  return Shown && <Shown onClose={() => set(null)} />;
}
