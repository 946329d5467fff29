/** How much memory each process may take: the one place that decides, for `npm start` and for containers. */
import { constrainedMemory } from 'node:process';
import { totalmem } from 'node:os';

/**
 * Megabytes of the half of the young generation in services whose throughput matters. They hold what waits for a commit: of
 * a smaller one they copy that so often that collecting costs a twentieth to a quarter of their time.
 */
const YOUNG: Record<string, number> = { gateway: 16, contacts: 16, delivery: 16, 'workflow-engine': 16 };

/** Node's own young generation grows in each process and stays; most services get by with 1 MB for a few more minor collections. */
const YOUNG_OF_OTHERS = 1;

/** Megabytes of the old generation: a leak ends as an error of the heap, before a container's limit of 512 MB kills without one. */
const OLD = 384;

/** Megabytes that the heap of a service grows to at most: V8 keeps three halves for the young generation. */
export const heapLimit = (service: string): number => OLD + 3 * young(service);

/** Arguments of `node` in front of the program. A service collects the garbage of its start itself, for which it is given `gc`. */
export const memoryFlags = (service: string): string[] => [
  '--expose-gc',
  `--max-semi-space-size=${young(service)}`,
  `--max-old-space-size=${OLD}`,
];

/**
 * One arena of the C library for all threads of a process, because each keeps freed memory for itself; and what is free at
 * its end beyond 128 KB goes back.
 */
export const memoryEnv = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' } as const;

/**
 * A POSIX shell script that runs the service beside it in this process, with its arguments. The build writes it as `run.sh`;
 * a container starts with it.
 */
export function runScript(service: string): string {
  const exports = Object.entries(memoryEnv).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`);
  return [
    '#!/bin/sh',
    ...exports,
    `exec node ${memoryFlags(service).join(' ')} "$(dirname "$0")/main.js" "$@"`,
    '',
  ].join('\n');
}

function young(service: string): number {
  return YOUNG[service] ?? YOUNG_OF_OTHERS;
}

const MEGABYTE = 1024 * 1024;
/** A million contacts with their indexes; more would not make the pages of one project faster. */
const LARGEST_CACHE = 1_024;

/**
 * Megabytes of Postgres' shared buffers: an eighth of what this machine or container has. A page that is not among them costs
 * a copy from the system's cache, which took half of the time of a search among a million contacts. Only those in use take
 * memory.
 */
export function databaseCacheMegabytes(total = totalmem(), limit = constrainedMemory()): number {
  const own = limit > 0 ? Math.min(total, limit) : total;
  return Math.max(64, Math.min(LARGEST_CACHE, Math.floor(own / 8 / MEGABYTE)));
}
