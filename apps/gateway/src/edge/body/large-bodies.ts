import { maxSlowBodyBytes, maxWaitMs, memoryShare, shareBytes } from '@waybill/concurrency/memory-budget';
import { KeyedSemaphore, type Semaphore } from '@waybill/concurrency/semaphore';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { callerAddress } from '../../access/rate-limit/caller-address';
import { Arrivals, type Arrival, type ArrivalLimits, type BodySource } from './arrivals';
import { defaultBodyLimit } from './body-limit';
import { takesFiles } from './multipart';

const kilobyte = 1024;
/** Bytes; smaller bodies are not limited here. */
export const smallBody = 128 * kilobyte;
/** A form with the largest file. */
const maxFormBytes = 11 * 1024 * kilobyte;
/** The body has to come within `REQUEST_SECONDS` of its head. */
const ofProject = {
  capacity: 2,
  maxWaiting: 200,
  maxWaitMs,
  tooMany: 'Too many large bodies of the project are being read',
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a large form: waits for the place to work on it, once it has been read. */
    largeForm?: Arrival;
  }
}

export interface LargeBodyLimits extends ArrivalLimits {
  /** Bytes that are read and worked on at once. */
  atOnce: number;
}
const usual: LargeBodyLimits = {
  atOnce: shareBytes('bodies'),
  minBytesPerSecond: 1024 * kilobyte,
  maxSlowBytes: maxSlowBodyBytes,
};

/** A large body that asks for its places. */
export interface Entrance {
  /** The project, account or address that it counts for. */
  owner: string;
  bytes: number;
  source: BodySource;
  /** Aborted when the sender is gone or its request is over: the places are given back. */
  gone: AbortSignal;
}

/**
 * Limits the large bodies of HTTP and SMTP that are read at once, and to two of one project: together they would take more
 * memory than the process has. A waiting body stays in the socket and does not wait for slow senders ({@link Arrivals}).
 */
export class LargeBodies {
  private readonly all: Semaphore;
  private readonly projects: KeyedSemaphore;
  private readonly arrivals: Arrivals;

  constructor(limits: LargeBodyLimits = usual) {
    this.all = memoryShare('bodies', limits.atOnce);
    this.projects = new KeyedSemaphore(ofProject);
    this.arrivals = new Arrivals(limits);
  }

  /**
   * Answers when the body has its places; null when its sender went away in that moment.
   * @throws 503 after 20 seconds, or when 200 wait; the reason of `gone` when it is aborted.
   */
  async enter({ owner, bytes, source, gone }: Entrance): Promise<Arrival | null> {
    const held: (() => void)[] = [];
    const leave = (): void => held.splice(0).forEach((each) => each());
    gone.addEventListener('abort', leave);
    const enterAll = async (weight: number): Promise<void> => {
      held.push(await this.all.acquire({ weight, signal: gone }));
      // A sender that left in the moment of entering has aborted already.
      if (gone.aborted) leave();
    };
    held.push(await this.projects.acquire(owner, { signal: gone }));
    try {
      await enterAll(bytes);
    } catch (error) {
      leave();
      throw error;
    }
    if (gone.aborted) return null;
    const isWaitedFor = (): boolean => this.all.hasWaiting || this.projects.hasWaiting(owner);
    const arrival = this.arrivals.add({ source, isWaitedFor, leave, enterAgain: enterAll });
    gone.addEventListener('abort', () => this.arrivals.remove(arrival));
    return arrival;
  }
}

/** Reads the large bodies of HTTP requests in their turn. */
export function readLargeBodiesInTurn(fastify: Pick<FastifyInstance, 'addHook'>, bodies: LargeBodies): void {
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bytesOf(request);
    // More than the route takes is refused before it is read.
    if (bytes <= smallBody || bytes > bodyLimit(request)) return done(null, payload);
    const { raw } = request;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort(new Error('the caller is gone')));
    const source = {
      received: () => raw.socket.bytesRead,
      hasCome: () => raw.complete,
      cut: () => void raw.destroy(),
    };
    const begin = async (): Promise<RequestPayload> => {
      const arrival = await bodies.enter({ owner: ownerOf(request), bytes, source, gone: gone.signal });
      if (!arrival) return payload;
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
  takesFiles(request) ? maxFormBytes : (request.routeOptions.bodyLimit ?? defaultBodyLimit);
