import { randomUUID } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { setImmediate } from 'node:timers/promises';
import { headers, nanos, StorageType, type Msg, type MsgHdrs, type ObjectStore } from 'nats';
import type { NatsLink } from '../nats/nats-link';

/** The most bytes that travel inside a message: under NATS' default limit of 1 MiB with room for the envelope. */
export const maxInlineBytes = 768 * 1024;

/** How the JSON of an answer that is no error begins; it ends with one brace. */
export const okStart = '{"ok":';

const blobHeader = 'waybill-blob';
const bytesHeader = 'waybill-blob-bytes';
/** The object store of payloads that are too large for a message. */
export const payloadBucket = 'waybill_payload';
const keepBlobs = 10 * 60 * 1000;
const pieceBytes = 128 * 1024;
/** Milliseconds for one piece of an object; the ask has its own deadline around all of them. */
const storeTimeout = 10_000;
const maxStoredBytes = 512 * 1024 * 1024;

/** A payload as given to the connection: the bytes, or a header that names the object with the bytes. */
export interface Packed {
  data: Uint8Array;
  headers?: MsgHdrs;
}

/**
 * Moves payloads of any size: a large one (a message with attachments) is put into a JetStream object and its name
 * travels instead. The reader removes the object; an object that is not read expires after ten minutes.
 */
export class PayloadCodec {
  private store?: Promise<ObjectStore>;

  constructor(private readonly link: NatsLink) {}

  async pack(json: string): Promise<Packed> {
    const data = Buffer.from(json);
    if (data.byteLength <= maxInlineBytes) return { data };
    const name = randomUUID();
    const store = await this.objects();
    await store.put({ name }, ReadableStream.from(inPieces(data)));
    const marked = headers();
    marked.set(blobHeader, name);
    marked.set(bytesHeader, String(data.byteLength));
    return { data: new Uint8Array(0), headers: marked };
  }

  async unpack(message: Msg): Promise<unknown> {
    return JSON.parse((await this.unpackJson(message)).toString('utf8'));
  }

  /** The payload as it travelled, in UTF-8. */
  async unpackJson({ data, headers: marked }: Msg): Promise<Buffer> {
    const name = marked?.get(blobHeader);
    if (!name) return bufferOn(data);
    const store = await this.objects();
    const stored = await store.getBlob(name);
    if (!stored) throw new Error(`payload object ${name} is gone`);
    await store.delete(name);
    return bufferOn(stored);
  }

  /** Removes the object of a payload that will not be read; never rejects. What stays behind expires. */
  async discard(marked: MsgHdrs | undefined): Promise<void> {
    const name = marked?.get(blobHeader);
    if (!name) return;
    const removed = this.objects().then((store) => store.delete(name));
    await removed.catch(() => {});
  }

  /** How many bytes a payload has that does not travel in its message; 0 for any other. */
  storedBytes({ headers: marked }: Msg): number {
    return marked?.has(blobHeader) ? Number(marked.get(bytesHeader)) : 0;
  }

  private objects(): Promise<ObjectStore> {
    this.store ??= this.openStore().catch((error: unknown) => {
      this.store = undefined;
      throw error;
    });
    return this.store;
  }

  /** Makes the store if it is missing, and gives it the replicas that it lacks. */
  private async openStore(): Promise<ObjectStore> {
    const { replicas, connection } = this.link;
    const limits = { ttl: nanos(keepBlobs), storage: StorageType.File, max_bytes: maxStoredBytes };
    const store = await connection
      .jetstream({ timeout: storeTimeout })
      .views.os(payloadBucket, { ...limits, replicas });
    const { streamInfo } = await store.status();
    if (streamInfo.config.num_replicas < replicas) {
      const manager = await this.link.manager();
      await manager.streams.update(streamInfo.config.name, { ...streamInfo.config, num_replicas: replicas });
    }
    return store;
  }
}

/** The store's own pieces. It hashes and sends all it is given at once: the process does other things in between. */
async function* inPieces(data: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < data.byteLength; at += pieceBytes) {
    yield data.subarray(at, at + pieceBytes);
    await setImmediate();
  }
}

/** The same bytes, not a copy of them. */
const bufferOn = (data: Uint8Array): Buffer => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
