import { useSyncExternalStore } from 'react';

/**
 * Has the session ended while pages were open? Then sign-in is shown over the page, so that typed text stays. Another tab
 * that signs out says so on a channel.
 */
let expired = false;
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waybill-session');

function set(value: boolean): void {
  if (expired === value) return;
  expired = value;
  listeners.forEach((listener) => listener());
}

/** Shows sign-in over the page. */
export const sessionEnded = (): void => set(true);

/** Takes it away again. */
export const sessionBegan = (): void => set(false);

/** Tells every other tab of this browser that the account signed out. */
export const tellSignedOut = (): void => channel?.postMessage('signed-out');

/** Calls back when another tab signed out. */
export function onSignedOutElsewhere(act: () => void): () => void {
  const listener = (): void => act();
  channel?.addEventListener('message', listener);
  return () => channel?.removeEventListener('message', listener);
}

/** Is sign-in needed before anything else works? */
export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => expired,
  );
