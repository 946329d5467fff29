const prefix = 'waybill-unsaved-';

/** A text that was typed into a record and not saved. */
export interface KeptCopy {
  draft: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Keeps what was typed in this browser until it is saved; a browser that refuses or is full keeps nothing. */
export function keepCopy(id: string, draft: string): void {
  try {
    localStorage.setItem(prefix + id, JSON.stringify({ draft, at: Date.now() } satisfies KeptCopy));
  } catch {
    // The copy is a help beside the autosave.
  }
}

export const dropCopy = (id: string): void => localStorage.removeItem(prefix + id);

/** The copy of a record that was never saved; null when there is none that can be read. */
export function readCopy(id: string): KeptCopy | null {
  try {
    const copy: unknown = JSON.parse(localStorage.getItem(prefix + id) ?? 'null');
    if (typeof copy !== 'object' || copy === null || !('draft' in copy) || !('at' in copy)) return null;
    const { draft, at } = copy;
    return typeof draft === 'string' && typeof at === 'number' ? { draft, at } : null;
  } catch {
    return null;
  }
}

/** Removes all copies: what a person typed is not shown to the next one at this browser. */
export function dropCopies(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}
