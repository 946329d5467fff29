import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { enableSpans } from '@waybill/messaging/request/spans';
import type { TracingConfig } from './config';

/** Milliseconds in which a stopping process sends its last spans. */
const lastSpansMs = 2_000;

/** Addresses of links hold tokens and signatures: a span names the route, never the address. */
const noAddress = { 'url.path': undefined, 'url.query': undefined };

const isProbe = ({ url = '' }: { url?: string }): boolean => url.startsWith('/health') || url.startsWith('/metrics');

/**
 * Makes OpenTelemetry traces of HTTP and Postgres, and of asks, events and hand-overs by `inSpan`, and sends them to a collector.
 * Returns what sends the last spans at the end. @throws Error when `endpoint` is no HTTP address
 */
export function startTracing(service: string, endpoint: string, config: TracingConfig): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: tracesUrl(endpoint),
    headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS),
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `waybill-${service}` }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: isProbe,
        startIncomingSpanHook: () => noAddress,
        requireParentforOutgoingSpans: true,
      }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
  enableSpans();
  return () => Promise.race([provider.shutdown(), pause(lastSpansMs)]).catch(() => undefined);
}

/** As OpenTelemetry defines it: the path of traces is appended to the address of the collector. */
function tracesUrl(endpoint: string): string {
  const url = URL.parse(endpoint);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with http:// or https://');
  }
  return `${url.href.replace(/\/$/, '')}/v1/traces`;
}

function headersOf(text: string | null): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at <= 0) throw new Error('OTEL_EXPORTER_OTLP_HEADERS must be name=value, several separated by commas');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());
