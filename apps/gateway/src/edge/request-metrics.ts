import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';

/** Duration of each request in seconds, by method, route and status. */
export function observeRequests(fastify: Pick<FastifyInstance, 'addHook'>): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15],
  });
  /** Finding the series of three labels costs more than adding to it; there are as many as the histogram has. */
  const known = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const key = `${request.method} ${reply.statusCode} ${route}`;
    let series = known.get(key);
    if (!series) known.set(key, (series = duration.labels(request.method, route, String(reply.statusCode))));
    series.observe(reply.elapsedTime / 1_000);
    done();
  });
}
