import { queryOptions } from '@tanstack/react-query';
import { accountApi, bodyOf, type Schema } from '../../api/client';
import type { Project } from '../../session/project';

export type Limits = Schema<'BillingLimits'>;
export type Category = Exclude<keyof Limits, 'currency'>;

/** Emails that may be sent in a month, and those that were. */
export const limitsQuery = ({ id }: Project) =>
  queryOptions({
    queryKey: [id, 'limits'],
    queryFn: ({ signal }) =>
      bodyOf(accountApi.GET('/users/@me/projects/{id}/billing-limits', { params: { path: { id } }, signal })),
  });

export const setLimits = ({ id }: Project, body: Record<Category, number | null>) =>
  bodyOf(accountApi.PUT('/users/@me/projects/{id}/billing-limits', { params: { path: { id } }, body }));

/** The newest invoices; empty where payments are switched off. */
export const invoicesQuery = ({ id }: Project) =>
  queryOptions({
    queryKey: [id, 'invoices'],
    queryFn: ({ signal }) =>
      bodyOf(accountApi.GET('/users/@me/projects/{id}/billing-invoices', { params: { path: { id } }, signal })),
  });

/** The page of the payment provider on which the subscription is managed. */
export const openPortal = ({ id }: Project) =>
  bodyOf(accountApi.POST('/users/@me/projects/{id}/billing-portal', { params: { path: { id } } }));
