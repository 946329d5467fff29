import { AsyncLocalStorage } from 'node:async_hooks';
import { isUuid } from '@waybill/contracts/ids';
import { activeSpan, type SpanIds } from './spans';

/** The request that a piece of work belongs to: its ids stand in every log line of that work, in each service. */
export interface RequestContext {
  requestId?: string | null;
  projectId?: string | null;
  /** The trace of the caller, W3C Trace Context. While traces are recorded the active span counts instead. */
  traceparent?: string | null;
}

/** W3C Trace Context, version 00: trace id, span id, flags. */
const traceparentForm = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and all that it begins, as part of a request. */
export const inRequest = <T>(request: RequestContext, work: () => T): T => storage.run(request, work);

/** The request that the caller works for; undefined outside of one, as in a background job. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** The `traceparent` to hand on: of the active span, else of the caller; undefined without a trace. */
export function currentTraceparent(): string | undefined {
  const span = activeSpan();
  if (!span) return storage.getStore()?.traceparent ?? undefined;
  return `00-${span.traceId}-${span.spanId}-${span.flags}`;
}

/** A header as a `traceparent`; undefined when it is none. */
export const asTraceparent = (value: unknown): string | undefined =>
  typeof value === 'string' && traceparentForm.test(value) ? value : undefined;

/** The fields of a log line that name its request: `requestId`, `projectId`, `traceId`, `spanId`, each where there is one. */
export function logFields(): Record<string, string> {
  const request = storage.getStore();
  const span = activeSpan() ?? idsOf(request?.traceparent);
  const fields: Record<string, string> = {};
  if (request?.requestId) fields['requestId'] = request.requestId;
  if (request?.projectId) fields['projectId'] = request.projectId;
  if (span) Object.assign(fields, { traceId: span.traceId, spanId: span.spanId });
  return fields;
}

function idsOf(traceparent: string | null | undefined): Omit<SpanIds, 'flags'> | undefined {
  const [, traceId, spanId] = traceparentForm.exec(traceparent ?? '') ?? [];
  return traceId && spanId ? { traceId, spanId } : undefined;
}

/** The request that a payload names: asks and events have `projectId`, many of them `requestId`. */
export function requestIn(payload: unknown): RequestContext {
  const { requestId, projectId } = (payload ?? {}) as { requestId?: unknown; projectId?: unknown };
  return { requestId: isUuid(requestId) ? requestId : null, projectId: isUuid(projectId) ? projectId : null };
}
