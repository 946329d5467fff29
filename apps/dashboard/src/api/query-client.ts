import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

const longestPauseMs = 30_000;
const readRetries = 3;

/** Called when an answer says that the session has ended. */
type OnSignedOut = () => void;

/**
 * The cache of everything that was read. Reads are repeated with growing pauses, or after as many seconds as the server asks
 * for; writes are never repeated by themselves.
 */
export function createQueryClient(onSignedOut: OnSignedOut): QueryClient {
  const watch = (error: unknown, isAboutSession: boolean): void => {
    if (error instanceof ApiError && error.status === 401 && !isAboutSession) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => watch(error, query.meta?.['session'] === true) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => watch(error, mutation.meta?.['session'] === true),
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < readRetries && error instanceof ApiError && error.isTransient,
        retryDelay: (failures, error) => pauseMs(failures, error),
      },
      mutations: { retry: false },
    },
  });
}

/** How long to wait before a read is repeated, in milliseconds. */
export function pauseMs(failures: number, error: unknown): number {
  const asked = error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1_000 : 0;
  return Math.min(Math.max(asked, 500 * 2 ** failures), longestPauseMs);
}
