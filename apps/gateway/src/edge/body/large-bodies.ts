import { KeyedSemaphore, Semaphore } from '@waybill/concurrency/semaphore';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { callerAddress } from '../../access/rate-limit/caller-address';
import { Arrivals, type Arrival, type ArrivalLimits } from './arrivals';
import { defaultBodyLimit } from './body-limit';
import { takesFiles } from './multipart';

const kilobyte = 1024;
/** Smaller bodies are not limited here. */
const large = 128 * kilobyte;
/** Bytes of large bodies that are read and worked on at once: text, what is parsed and what is asked take six times as much. */
const atOnce = 24 * 1024 * kilobyte;
/** A form with the largest file. */
const largestForm = 11 * 1024 * kilobyte;
const ofProject = 2;
const mostWaiting = 200;
/** Milliseconds; the body has to come within `REQUEST_SECONDS` of its head. */
const longestWait = 20_000;
const tooMany = 'Too many large bodies are being read';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a large form: waits for the place to work on it, once it has been read. */
    largeForm?: Arrival;
  }
}

interface Limits extends ArrivalLimits {
  atOnce: number;
}
const usual: Limits = { atOnce, leastPace: 1024 * kilobyte, mostSlow: 40 * 1024 * kilobyte };

/**
 * Limits the large bodies that are read at once, and to two of one project: together they would take more memory than the
 * process has. A waiting body stays in the socket and does not wait for slow senders ({@link Arrivals}). 503 after 20 seconds,
 * or when 200 wait.
 */
export function readLargeBodiesInTurn(fastify: Pick<FastifyInstance, 'addHook'>, limits = usual): void {
  const waits = { maxWaiting: mostWaiting, tooMany, maxWaitMs: longestWait };
  const all = new Semaphore({ capacity: limits.atOnce, ...waits });
  const projects = new KeyedSemaphore({ capacity: ofProject, ...waits });
  const arrivals = new Arrivals(limits);
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bytesOf(request);
    // More than the route takes is refused before it is read.
    if (bytes <= large || bytes > bodyLimit(request)) return done(null, payload);
    const owner = ownerOf(request);
    const gone = new AbortController();
    const held: (() => void)[] = [];
    const leave = (): void => held.splice(0).forEach((each) => each());
    let arrival: Arrival | undefined;
    reply.raw.once('close', () => {
      gone.abort(new Error('the caller is gone'));
      if (arrival) arrivals.remove(arrival);
      leave();
    });
    const enter = async (weight: number): Promise<void> => {
      held.push(await all.acquire({ weight, signal: gone.signal }));
      // A caller that left while this waited has closed already.
      if (reply.raw.closed) leave();
    };
    const begin = async (): Promise<RequestPayload> => {
      held.push(await projects.acquire(owner, { signal: gone.signal }));
      await enter(bytes);
      if (reply.raw.closed) return payload;
      const isWaitedFor = (): boolean => all.hasWaiting || projects.hasWaiting(owner);
      arrival = arrivals.add({ raw: request.raw, isWaitedFor, leave, enterAgain: enter });
      if (!takesFiles(request)) return arrival.read(payload);
      request.largeForm = arrival;
      return payload;
    };
    begin().then(
      (body) => done(null, body),
      (error: Error) => done(error),
    );
  });
}

/** The owner of a body for the semaphore: the project, else the account, else the address. */
const ownerOf = ({ caller, account, ip }: FastifyRequest): string =>
  caller?.projectId ?? account?.userId ?? callerAddress(ip);

/** Bytes of a body: its Content-Length, else the limit of its route. */
function bytesOf(request: FastifyRequest): number {
  const { 'content-length': said, 'transfer-encoding': coding } = request.headers;
  const most = bodyLimit(request);
  if (said !== undefined) return takesFiles(request) ? Math.min(Number(said), most) : Number(said);
  return coding === undefined ? 0 : most;
}

const bodyLimit = (request: FastifyRequest): number =>
  takesFiles(request) ? largestForm : (request.routeOptions.bodyLimit ?? defaultBodyLimit);
