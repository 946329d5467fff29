import { useSyncExternalStore, type ComponentType } from 'react';
import { withKit } from '../../parts/lazy/lazy-part';
import { sayFailed } from '../../parts/toast/toast';

/** The palette, which is loaded with its first opening, and how often it was opened. */
let opened: { Palette: ComponentType<{ openings: number }>; openings: number } | null = null;
const listeners = new Set<() => void>();

/** Opens the command palette. Where it cannot be loaded the page stays as it is, and the next call tries again. */
export function openPalette(): void {
  void withKit(() => import('./palette')).then(({ default: loaded }) => {
    opened = { Palette: loaded, openings: (opened?.openings ?? 0) + 1 };
    listeners.forEach((listener) => listener());
  }, sayFailed);
}

/** The command palette, in every page of a project. */
export function Palette() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => opened,
  );
  return shown && <shown.Palette openings={shown.openings} />;
}
