import type { Middleware } from 'openapi-fetch';
import { useSyncExternalStore } from 'react';

export type JobKind = 'import' | 'bulk' | 'export' | 'compute' | 'reset';

/** A job that was started in this browser and is not put away yet. */
export interface StartedJob {
  id: string;
  kind: JobKind;
  /** Of a bulk operation: subscribe, unsubscribe or delete. Of a computation: the segment. */
  about: string | null;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** The routes that answer 202 with a `jobId`. */
const routes: [method: string, path: RegExp, kind: JobKind][] = [
  ['POST', /^\/contacts\/import$/, 'import'],
  ['POST', /^\/contacts\/bulk-(subscribe|unsubscribe|delete)$/, 'bulk'],
  ['POST', /^\/contacts\/export$/, 'export'],
  ['POST', /^\/segments\/([^/]+)\/compute$/, 'compute'],
  ['POST', /^\/users\/@me\/projects\/[^/]+\/reset$/, 'reset'],
];

/** As many are kept for a project. */
const most = 10;
const keyOf = (projectId: string): string => `waybill-jobs-${projectId}`;
const listeners = new Set<() => void>();

/** The job that a call starts; null where it starts none. A dry run changes nothing and is watched where it was begun. */
export function jobStartedBy(
  method: string,
  { pathname, searchParams }: URL,
): Pick<StartedJob, 'kind' | 'about'> | null {
  if (searchParams.get('dryRun') === 'true') return null;
  for (const [of, pattern, kind] of routes) {
    const match = of === method ? pattern.exec(decodeURIComponent(pathname)) : null;
    if (match) return { kind, about: match[1] ?? null };
  }
  return null;
}

/** Notes every job that a call of the API starts, so that the tray shows it on every page and after a reload. */
export const noteStartedJobs: Middleware = {
  onResponse: async ({ request, response }) => {
    const url = new URL(request.url);
    const started = response.status === 202 ? jobStartedBy(request.method, url) : null;
    if (!started) return;
    const [, projectInPath] = /\/projects\/([^/]+)/.exec(url.pathname) ?? [];
    const projectId = request.headers.get('X-Project-Id') ?? projectInPath;
    const { jobId } = (await response.clone().json()) as { jobId?: unknown };
    if (!projectId || typeof jobId !== 'string') return;
    write(projectId, [...read(projectId), { id: jobId, ...started, startedAt: Date.now() }].slice(-most));
  },
};

/** Takes a job out of the tray; it runs on. */
export const putAway = (projectId: string, jobId: string): void =>
  write(
    projectId,
    read(projectId).filter(({ id }) => id !== jobId),
  );

/** The started jobs of a project, oldest first, also those of other windows. */
export function useStartedJobs(projectId: string): readonly StartedJob[] {
  return useSyncExternalStore(subscribe, () => read(projectId));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function write(projectId: string, jobs: readonly StartedJob[]): void {
  localStorage.setItem(keyOf(projectId), JSON.stringify(jobs));
  listeners.forEach((listener) => listener());
}

/** The same text gives the same array, as React asks for. */
const cache = new Map<string, readonly StartedJob[]>();
function read(projectId: string): readonly StartedJob[] {
  const text = localStorage.getItem(keyOf(projectId)) ?? '[]';
  const known = cache.get(text);
  if (known) return known;
  const jobs = parsed(text);
  cache.clear();
  cache.set(text, jobs);
  return jobs;
}

/** Anyone can write into the storage of a browser: what is no list of jobs is none. */
export function parsed(text: string): readonly StartedJob[] {
  try {
    const given: unknown = JSON.parse(text);
    return Array.isArray(given) ? given.filter(isJob).slice(-most) : [];
  } catch {
    return [];
  }
}

function isJob(value: unknown): value is StartedJob {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, about, startedAt } = value as Record<string, unknown>;
  const isText = about === null || typeof about === 'string';
  return typeof id === 'string' && routes.some((route) => route[2] === kind) && isText && typeof startedAt === 'number';
}
