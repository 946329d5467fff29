import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../api/api-error';
import { dropCopy, keepCopy } from '../session/kept-copy';
import { i18n } from '../text/i18n';

/** Milliseconds after the last key until a change is saved. */
const settleMs = 1_500;

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';

export interface AutosaveOptions {
  /** Of the record, for the copy in this browser. */
  id: string;
  /** The typed and the stored values, in a form in which equal values are equal texts. */
  draft: string;
  saved: string;
  /** Nothing is saved meanwhile. */
  isHeld: boolean;
  save: () => Promise<unknown>;
}

export interface Autosave {
  state: SaveState;
  error: unknown;
}

/**
 * Saves a draft when the typing pauses, one save at a time. After a failure the draft stays and the next change tries again; after a
 * conflict nothing is saved until the caller has decided (`isHeld`). Until a draft is saved, this browser keeps a copy by the id of the
 * record.
 */
export function useAutosave({ id, draft, saved, isHeld, save }: AutosaveOptions): Autosave {
  const [state, setState] = useState<SaveState>('saved');
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const isDirty = draft !== saved;
  const run = useEffectEvent(async () => {
    if (isRunning.current || isHeld || draft === saved) return;
    isRunning.current = true;
    setState('saving');
    keepCopy(id, draft);
    try {
      await save();
      dropCopy(id);
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
  const keep = useEffectEvent(() => keepCopy(id, draft));
  useEffect(() => {
    if (!isDirty) return undefined;
    // What was typed is not lost by closing the page without a word.
    const warn = (event: BeforeUnloadEvent): void => {
      keep();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  const shown: SaveState = isDirty && state === 'saved' ? 'waiting' : state;
  return { state: shown, error };
}

const words: Record<SaveState, string> = {
  saved: i18n.t('Saved'),
  waiting: i18n.t('Not saved yet'),
  saving: i18n.t('Saving…'),
  failed: i18n.t('Not saved'),
  conflict: i18n.t('Not saved: changed by somebody else'),
};

export const saveWords = (state: SaveState): string => words[state];
