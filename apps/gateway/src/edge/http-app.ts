import staticFiles from '@fastify/static';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '@waybill/contracts/ids';
import { AppError } from '@waybill/contracts/errors';
import { randomUUID } from 'node:crypto';
import { maxHeaderSize, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { dashboardUrl, type GatewayConfig } from '../config';
import { dashboardFolder } from '../dashboard/dashboard-files';
import { anonymousBodyLimit, defaultBodyLimit } from './body/body-limit';
import { Admission } from '../access/admission';
import type { RouteSettings } from '../access/route/route-settings';
import { allowOrigins } from './cross-origin';
import { toEnvelope } from './envelope';
import { boundLargeAnswers } from './large-answers';
import { LargeBodies, readLargeBodiesInTurn } from './body/large-bodies';
import { parseFormBody } from './body/form-body';
import { parseJsonBody } from './body/json-body';
import { unlessRaw } from './body/raw-body';
import { acceptUploads } from './body/multipart';
import { protectiveHeaders } from './protective-headers';
import { observeRequests } from './request-metrics';
import { followRequests } from './request-scope';

/** Milliseconds after which it is looked again for requests that did not arrive in time. */
const slowestLook = 15_000;
const keepAliveTimeout = 72_000;
/** Milliseconds in which nothing moves on a connection that is not idle. */
const connectionTimeout = 120_000;
/** A tracked link holds the address it leads to. */
const maxParamLength = 8_192;
/** `{base_url}/` with `/v1/send` behind it, or a slash too many at the end, is the same address. */
const routerOptions = { maxParamLength, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true };

/** The Nest application on Fastify: request ids, body limits and the envelope hold before any route is reached. */
export async function createHttpApp(root: DynamicModule, config: GatewayConfig): Promise<NestFastifyApplication> {
  const protection = protectiveHeaders(config);
  const adapter = new FastifyAdapter({
    logger: false,
    // Express-style middleware, which no route has, would be looked for in every request.
    skipMiddie: true,
    bodyLimit: defaultBodyLimit,
    trustProxy: config.TRUST_PROXY ?? false,
    ...arrivalLimits(config.REQUEST_SECONDS * 1_000),
    keepAliveTimeout,
    connectionTimeout,
    return503OnClosing: false,
    routerOptions,
    genReqId: (request: IncomingMessage) => requestId(request.headers['x-request-id']),
    clientErrorHandler: answerNoHttp(protection),
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const { status, body } = toEnvelope(new AppError('BAD_REQUEST', error.message), request.id);
      void reply.status(status).headers(protection).header('x-request-id', request.id).send(body);
    },
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    /^application\/(?:json|[\w.-]+\+json)(?![\w.+-])/i,
    { parseAs: 'string' },
    unlessRaw(parseJsonBody),
  );
  fastify.addContentTypeParser('*', parseFormBody);
  await acceptUploads(fastify);
  // Gives answers `sendFile`; the routes are those of the controllers.
  await fastify.register(staticFiles, { root: dashboardFolder, serve: false, preCompressed: true });
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(protection).header('x-request-id', request.id);
    done(headProblem(request));
  });
  allowOrigins(fastify, dashboardUrl(config));
  closeConnectionsWhenDraining(fastify);
  boundLargeAnswers(fastify);
  observeRequests(fastify);
  const options = { bodyParser: false, bufferLogs: true, abortOnError: false };
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, options);
  // Nest makes its routes when the application is initialised, which the caller does.
  fastify.addHook('onRoute', (route) => {
    const { access, bodyLimit } = (route.config ?? {}) as RouteSettings;
    route.bodyLimit = bodyLimit ?? (access === 'open' ? anonymousBodyLimit : defaultBodyLimit);
  });
  readLargeBodiesInTurn(fastify, app.get(LargeBodies));
  app.get(Admission).install(fastify);
  followRequests(fastify);
  return app;
}

/** Why a request is refused whatever its route; undefined when it is not. */
function headProblem({ url, raw: { rawHeaders } }: FastifyRequest): AppError | undefined {
  // No text with NUL can be kept or sought in Postgres; bodies are looked at when they are parsed.
  if (url.includes('%00')) return new AppError('BAD_REQUEST', 'The address must not hold NUL (%00)');
  // RFC 9112 section 3.2: a proxy in front may have read another one of the two than we do.
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host' && ++hosts > 1) {
      return new AppError('BAD_REQUEST', 'The request has more than one Host header');
    }
  }
  return undefined;
}

/** How long, in milliseconds, a request may take to arrive; its head alone may take as long. */
function arrivalLimits(requestTimeout: number) {
  const connectionsCheckingInterval = Math.min(slowestLook, requestTimeout / 4);
  return { requestTimeout, http: { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval } };
}

/** While the gateway drains, an answer ends its connection: one kept alive would hold the process until it times out. */
function closeConnectionsWhenDraining(fastify: Pick<FastifyInstance, 'addHook'>): void {
  let draining = false;
  fastify.addHook('preClose', (done) => {
    draining = true;
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** An incoming id that is a UUID is kept, so that a caller can follow its request; any other is replaced. */
function requestId(given: string | string[] | undefined): string {
  return isUuid(given) ? given.toLowerCase() : randomUUID();
}

/** Answers invalid HTTP and late requests with the envelope, then closes the connection. */
function answerNoHttp(protection: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const id = randomUUID();
    const { status, body } = toEnvelope(noHttp(error.code), id);
    const text = JSON.stringify(body);
    const length = String(Buffer.byteLength(text));
    const headers = { ...protection, 'content-type': 'application/json', 'x-request-id': id, 'content-length': length };
    const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} Error\r\n${lines.join('')}\r\n${text}`);
  };
}

function noHttp(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError(
      'PAYLOAD_TOO_LARGE',
      `The address and the headers are longer than ${maxHeaderSize} bytes together`,
      undefined,
      'Send a shorter address and fewer or shorter headers.',
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('BAD_REQUEST', 'The request did not arrive in time');
  return new AppError('BAD_REQUEST', 'The request is not valid HTTP');
}
