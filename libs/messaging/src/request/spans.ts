import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type Tracer,
} from '@opentelemetry/api';

/** Ids of a span, in hexadecimal, as W3C Trace Context writes them. */
export interface SpanIds {
  traceId: string;
  spanId: string;
  flags: string;
}

export interface SpanOptions {
  /** `server` answers a `client`, `consumer` handles an event; `internal` unless given. */
  kind?: 'internal' | 'client' | 'server' | 'consumer';
  /** `traceparent` of the span that this one belongs to; the active span unless given. */
  parent?: string | null;
  attributes?: Record<string, string | number>;
}

const kinds = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Set while traces are recorded: without it a span costs one comparison. */
let tracer: Tracer | undefined;

/** Records spans from now on, with the provider that is registered. */
export function enableSpans(): void {
  tracer = trace.getTracer('waybill');
}

/** Runs `work` in a span, which ends with it and has its error. Without traces it runs `work` only. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work();
  const { kind = 'internal', parent, attributes } = options;
  const above = parent ? propagation.extract(ROOT_CONTEXT, { traceparent: parent }) : context.active();
  return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, above, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Hands the active span to `describe`, where traces are recorded and there is one. */
export function describeActiveSpan(describe: (span: Span) => void): void {
  const span = tracer && trace.getActiveSpan();
  if (span) describe(span);
}

/** The ids of the active span; undefined without one. */
export function activeSpan(): SpanIds | undefined {
  if (!tracer) return undefined;
  const span = trace.getActiveSpan()?.spanContext();
  if (!span) return undefined;
  return { traceId: span.traceId, spanId: span.spanId, flags: span.traceFlags.toString(16).padStart(2, '0') };
}
