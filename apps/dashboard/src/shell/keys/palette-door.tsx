import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../../parts/lazy/lazy-part';

/** Opened at least once? The palette is loaded with its first opening. */
let openings = 0;
const listeners = new Set<() => void>();
const LoadedPalette = lazyPart(() => import('./palette'));

/** Opens the command palette. */
export function openPalette(): void {
  openings += 1;
  listeners.forEach((listener) => listener());
}

/** The command palette, in every page of a project. */
export function Palette() {
  const count = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openings,
  );
  if (count === 0) return null;
  return (
    <Suspense fallback={null}>
      <LoadedPalette openings={count} />
    </Suspense>
  );
}
