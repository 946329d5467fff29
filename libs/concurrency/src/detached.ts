import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs work outside of the request that causes it. Work that serves several requests together, as a batch does, belongs to none of
 * them: without this, its log lines would carry the ids of the first one.
 */
export const detached: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();
