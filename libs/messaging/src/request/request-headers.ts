import type { MsgHdrs } from 'nats';
import { isUuid } from '@waybill/contracts/ids';
import { asTraceparent, currentRequest, currentTraceparent, requestIn, type RequestContext } from './request-context';

const requestIdHeader = 'request-id';
const traceparentHeader = 'traceparent';

/** Stands for an item of a batch that belongs to no trace. */
const noTrace = '-';

/** Notes in the headers of an ask for which request it is asked. */
export function setRequest(headers: MsgHdrs): void {
  const requestId = currentRequest()?.requestId;
  if (requestId) headers.set(requestIdHeader, requestId);
  const traceparent = currentTraceparent();
  if (traceparent) headers.set(traceparentHeader, traceparent);
}

/** Notes the trace of each item of a batch, in order; no header where none has one. The items name their requests themselves. */
export function setTraces(headers: MsgHdrs, traceparents: (string | undefined)[]): void {
  if (!traceparents.some(Boolean)) return;
  for (const traceparent of traceparents) headers.append(traceparentHeader, traceparent ?? noTrace);
}

/** The request of an ask: by its headers, and what its payload names. */
export function requestOf(headers: MsgHdrs | undefined, payload: unknown): RequestContext {
  const named = requestIn(payload);
  const requestId = headers?.get(requestIdHeader);
  return {
    ...named,
    requestId: isUuid(requestId) ? requestId : named.requestId,
    traceparent: asTraceparent(headers?.get(traceparentHeader)),
  };
}

/** The traces of the items of a batch; empty where none has one. */
export const tracesOf = (headers: MsgHdrs | undefined): (string | undefined)[] =>
  (headers?.values(traceparentHeader) ?? []).map(asTraceparent);
