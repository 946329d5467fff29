import type { WireError } from '../errors';

/** The answer to one item of a batch: its value, or the error that is its alone. */
export type Outcome<T> = { ok: T } | { error: WireError };
