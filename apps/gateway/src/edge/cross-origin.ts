import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../access/session/same-origin';

const trackPath = '/v1/track';
/** Other spellings of the same route: see `routerOptions`. */
const trackAddress = /^\/+v1\/+track\/*(\?|$)/;
const told = 'retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, x-request-id';
const sent = 'authorization, content-type, idempotency-key, if-match, x-project-id, x-request-id';

/**
 * Says to browsers which pages may read an answer, on errors too: of `/v1/track` any page, which then
 * sends no cookie; of everything else the dashboard's pages alone, with the cookie. A preflight is answered here.
 */
export function allowOrigins(fastify: Pick<FastifyInstance, 'addHook'>, dashboardUrl: string): void {
  const dashboard = originOf(dashboardUrl);
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const forAll = isTrack(request);
    if (forAll) void reply.header('access-control-allow-origin', '*');
    else if (origin === dashboard) allowDashboard(reply, origin);
    if (!forAll && origin !== dashboard) return done();
    if (origin !== undefined) void reply.header('access-control-expose-headers', told);
    if (request.method !== 'OPTIONS') return done();
    const methods = forAll ? 'POST' : 'GET, POST, PUT, PATCH, DELETE';
    void reply
      .headers({ 'access-control-allow-methods': methods, 'access-control-allow-headers': sent })
      .header('access-control-max-age', '86400')
      .status(204)
      .send();
  });
}

function allowDashboard(reply: FastifyReply, origin: string): void {
  const allowed = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
  void reply.headers({ ...allowed, vary: 'origin' });
}

const isTrack = ({ url }: FastifyRequest): boolean => url === trackPath || trackAddress.test(url);
