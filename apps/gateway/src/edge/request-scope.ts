import type { FastifyInstance } from 'fastify';
import { asTraceparent, inRequest } from '@waybill/messaging/request/request-context';
import { describeActiveSpan } from '@waybill/messaging/request/spans';

/**
 * From its handler on, a request is what is done for it: log lines and asks carry its id, its project and its trace. Installed
 * behind the access check, which knows the project, and behind the reading of the body, which is done by the socket.
 */
export function followRequests(fastify: Pick<FastifyInstance, 'addHook'>): void {
  fastify.addHook('preHandler', (request, _reply, done) => {
    const { id: requestId, caller, headers } = request;
    describeActiveSpan((span) => {
      const route = request.routeOptions.url ?? 'unknown';
      span.updateName(`${request.method} ${route}`);
      span.setAttributes({ 'http.route': route, 'waybill.request': requestId });
    });
    inRequest({ requestId, projectId: caller?.projectId, traceparent: asTraceparent(headers.traceparent) }, done);
  });
}
