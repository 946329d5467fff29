import { useSyncExternalStore } from 'react';

/** Was there a message in this visit? Until then nothing of the library is in the page. */
let isWanted = false;
const listeners = new Set<() => void>();

/** Puts the place of the messages into the page. */
export function toasterIsWanted(): void {
  isWanted = true;
  listeners.forEach((listener) => listener());
}

/** Is the place of the messages in the page? */
export const useToasterWanted = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
  );
