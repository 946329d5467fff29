import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { accountApi, bodyOf, dataOf, type Schema } from '../api/client';

export type Account = Schema<'UserView'>;
export type Role = Schema<'Role'>;
export type ProjectRecord = Schema<'ProjectView'> & { role: Role };

/** The account that is signed in; null where there is none. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  meta: { session: true },
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Account | null> => {
    try {
      return await bodyOf(accountApi.GET('/users/@me', { signal }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** The projects of the account, oldest first. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  staleTime: 60_000,
  queryFn: ({ signal }) => bodyOf(accountApi.GET('/users/@me/projects', { signal })),
});

/** How one may sign in. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  staleTime: Infinity,
  queryFn: ({ signal }) => dataOf(accountApi.GET('/auth/oauth-config', { signal })),
});

/** The features that this installation has switched on; `GET /config` is described without types. */
export interface Installation {
  environment: string;
  urls: { api: string };
  features: { billing: { enabled: boolean }; signup: { signupsDisabled: boolean } };
}

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<Installation> => {
    const { response } = await accountApi.GET('/config', { signal, parseAs: 'stream' });
    return (await response.json()) as Installation;
  },
});
