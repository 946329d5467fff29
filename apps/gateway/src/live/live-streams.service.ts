import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { AppError, unavailable } from '@waybill/contracts/errors';
import { liveSubject, readTopics, type LiveHint } from '@waybill/contracts/live/live';
import { Broadcast } from '@waybill/messaging/broadcast';
import type { ServerResponse } from 'node:http';

/** Streams of one account, or of one project by its key, and of this process. */
const maxOfOwner = 10;
const maxStreams = 1_000;
/** Bytes of hints that a slow reader has not taken; then its stream ends. */
const maxUnsent = 64 * 1024;
/** Milliseconds between comments, by which both sides notice a broken connection, and at which access is checked again. */
const beatMs = 15_000;
const lifetimeMs = 10 * 60_000;

/** The reader of a stream. */
export interface LiveReader {
  projectId: string;
  /** The account, else the project: its streams are counted together. */
  owner: string;
  /** Rejects once the reader may no longer watch the project. */
  check: () => Promise<void>;
}

interface Stream extends LiveReader {
  response: ServerResponse;
  endsAt: number;
  timer: NodeJS.Timeout;
}

/** The streams of hints that this process serves; it subscribes to the projects that are watched. */
@Injectable()
export class LiveStreams implements BeforeApplicationShutdown {
  private readonly streams = new Set<Stream>();
  private readonly subscriptions = new Map<string, () => void>();
  private stopping = false;

  constructor(private readonly broadcast: Broadcast) {}

  /** @throws 429 for more streams than one owner may have, 503 when this process has no more or ends. */
  refuse(owner: string): void {
    if (this.stopping || this.streams.size >= maxStreams) throw unavailable('No more live streams are possible', 15);
    const own = [...this.streams].filter((stream) => stream.owner === owner).length;
    if (own < maxOfOwner) return;
    throw new AppError(
      'RATE_LIMIT_EXCEEDED',
      `There are ${maxOfOwner} live streams of yours`,
      undefined,
      'Close one, or read without a stream every 15 seconds.',
      15,
    );
  }

  /** Serves a stream, whose head has been written, until it ends. */
  open(response: ServerResponse, reader: LiveReader): void {
    const timer = setInterval(() => void this.beat(stream), beatMs);
    const stream: Stream = { ...reader, response, timer, endsAt: performance.now() + lifetimeMs };
    this.streams.add(stream);
    response.once('close', () => this.remove(stream));
    response.on('error', () => this.remove(stream));
    this.watch(reader.projectId);
    response.write('retry: 2000\n: open\n\n');
  }

  /** Ends every stream, so that the process can end; browsers open them anew elsewhere. */
  beforeApplicationShutdown(): void {
    this.stopping = true;
    for (const { response } of this.streams) response.end();
  }

  private watch(projectId: string): void {
    if (this.subscriptions.has(projectId)) return;
    const end = this.broadcast.subscribe(liveSubject(projectId), (message) => this.send(projectId, message));
    this.subscriptions.set(projectId, end);
  }

  private send(projectId: string, message: string): void {
    const hint: LiveHint = { topics: readTopics(message) };
    if (hint.topics.length === 0) return;
    const text = `data: ${JSON.stringify(hint)}\n\n`;
    for (const stream of this.streams) if (stream.projectId === projectId) write(stream, text);
  }

  private async beat(stream: Stream): Promise<void> {
    if (performance.now() >= stream.endsAt) return void stream.response.end();
    write(stream, ': \n\n');
    await stream.check().catch((error: unknown) => {
      // While the store is down no stream is ended.
      if (error instanceof AppError && error.status < 500) stream.response.end();
    });
  }

  private remove(stream: Stream): void {
    clearInterval(stream.timer);
    if (!this.streams.delete(stream)) return;
    const { projectId } = stream;
    if ([...this.streams].some((other) => other.projectId === projectId)) return;
    this.subscriptions.get(projectId)?.();
    this.subscriptions.delete(projectId);
  }
}

function write({ response }: Stream, text: string): void {
  if (response.writableLength > maxUnsent) response.destroy();
  else response.write(text);
}
