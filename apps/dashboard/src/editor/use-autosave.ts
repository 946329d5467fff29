import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../api/api-error';

/** Milliseconds after the last key until a change is saved. */
const settleMs = 1_500;

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';

export interface Autosave {
  state: SaveState;
  error: unknown;
}

/**
 * Saves a draft when the typing pauses, one save at a time. After a failure the draft stays and the next change tries again; after a
 * conflict nothing is saved until the caller has decided (`isHeld`).
 */
export function useAutosave(draft: string, saved: string, isHeld: boolean, save: () => Promise<unknown>): Autosave {
  const [state, setState] = useState<SaveState>('saved');
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const isDirty = draft !== saved;
  const run = useEffectEvent(async () => {
    if (isRunning.current || isHeld || draft === saved) return;
    isRunning.current = true;
    setState('saving');
    try {
      await save();
      setError(null);
      setState('saved');
    } catch (thrown) {
      setError(thrown);
      setState(thrown instanceof ApiError && thrown.status === 412 ? 'conflict' : 'failed');
    } finally {
      isRunning.current = false;
    }
  });
  useEffect(() => {
    if (!isDirty || isHeld) return undefined;
    const timer = setTimeout(() => void run(), settleMs);
    return () => clearTimeout(timer);
  }, [draft, saved, isDirty, isHeld]);
  useEffect(() => {
    if (!isDirty) return undefined;
    // What was typed is not lost by closing the page without a word.
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  const shown: SaveState = isDirty && state === 'saved' ? 'waiting' : state;
  return { state: shown, error };
}

const words: Record<SaveState, string> = {
  saved: 'Saved',
  waiting: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Not saved',
  conflict: 'Not saved: changed by somebody else',
};

export const saveWords = (state: SaveState): string => words[state];
