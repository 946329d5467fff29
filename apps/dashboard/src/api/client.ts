import type { components, paths } from '@waybill/sdk/openapi-types';
import createClient, { type Client } from 'openapi-fetch';
import { errorOf, networkError } from './api-error';

/** The types of the API by name, for example `Schema<'ContactView'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Api = Client<paths>;

/** A call that gets no answer in this time is given up. Milliseconds. */
const deadlineMs = 30_000;

/** Calls the API of this origin with the session cookie and, where a project is given, in its name. */
export function createApi(projectId?: string): Api {
  return createClient<paths>({
    baseUrl: '/',
    headers: projectId ? { 'X-Project-Id': projectId } : {},
    credentials: 'same-origin',
    fetch: fetchOrFail,
  });
}

/** Calls that belong to no project: sign-in, the account, the list of projects. */
export const accountApi = createApi();

async function fetchOrFail(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deadlineMs)]);
  try {
    return await fetch(request, { signal });
  } catch (error) {
    // The caller no longer wants the answer: no error to show.
    if (request.signal.aborted) throw error;
    throw networkError();
  }
}

/** An answer of the typed client. */
interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The body of a successful answer. Throws an `ApiError` for every other one. */
export async function bodyOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw errorOf(response, error);
  return data as Data;
}

/** The `data` of an answer that is wrapped as `{success, data}`. */
export async function dataOf<Data>(call: Promise<Answer<{ data: Data }>>): Promise<Data> {
  return (await bodyOf(call)).data;
}
