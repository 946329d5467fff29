import { useEffect, useEffectEvent } from 'react';

/** Milliseconds between two looks where no stream can be opened. */
const pollMs = 15_000;
/** Hints that come close together are one. Milliseconds. */
const settleMs = 1_000;

/**
 * Calls `onHint` when something of the project happened, at most once a second, while the page is shown. Where the stream of hints
 * cannot be opened it is called every 15 seconds, and the stream is tried again.
 */
export function useLive(projectId: string, isOn: boolean, onHint: () => void): void {
  const hint = useEffectEvent(onHint);
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        hint();
      }, settleMs);
    };
    let source: EventSource | null = null;
    const open = (): void => {
      source?.close();
      source = document.hidden ? null : new EventSource(`/projects/${projectId}/live`);
      if (source) source.onmessage = soon;
    };
    const polling = setInterval(() => {
      if (document.hidden || source?.readyState === EventSource.OPEN) return;
      hint();
      // A browser opens a stream that broke anew, but gives up one that was refused.
      if (source?.readyState === EventSource.CLOSED) open();
    }, pollMs);
    const onVisibility = (): void => {
      open();
      if (!document.hidden) soon();
    };
    open();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearInterval(polling);
      clearTimeout(timer);
      source?.close();
    };
  }, [projectId, isOn]);
}
