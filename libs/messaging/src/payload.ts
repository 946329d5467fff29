import { randomUUID } from 'node:crypto';
import { headers, nanos, StorageType, type Msg, type MsgHdrs, type ObjectStore } from 'nats';
import type { NatsLink } from './nats-link';

/** The most bytes that travel inside a message: under NATS' default limit of 1 MiB with room for the envelope. */
export const maxInlineBytes = 768 * 1024;

const blobHeader = 'waybill-blob';
const bucket = 'waybill_payload';
const keepBlobs = 10 * 60 * 1000;
/** Milliseconds for one piece of an object; the ask has its own deadline around all of them. */
const storeTimeout = 10_000;
const maxStoredBytes = 512 * 1024 * 1024;

/** What is handed to the connection: the bytes, or a header that names the object which holds them. */
export interface Packed {
  data: Uint8Array;
  headers?: MsgHdrs;
}

/**
 * Moves payloads of any size: a large one (a message with attachments) is put into a JetStream object and its name
 * travels instead. The reader removes the object; what nobody read expires after ten minutes.
 */
export class PayloadCodec {
  private store?: Promise<ObjectStore>;

  constructor(private readonly link: NatsLink) {}

  async pack(json: string): Promise<Packed> {
    const data = Buffer.from(json);
    if (data.byteLength <= maxInlineBytes) return { data };
    const name = randomUUID();
    const store = await this.objects();
    await store.putBlob({ name }, data);
    const marked = headers();
    marked.set(blobHeader, name);
    return { data: new Uint8Array(0), headers: marked };
  }

  async unpack(message: Msg): Promise<unknown> {
    const name = message.headers?.get(blobHeader);
    if (!name) return JSON.parse(Buffer.from(message.data).toString('utf8'));
    const store = await this.objects();
    const data = await store.getBlob(name);
    if (!data) throw new Error(`payload object ${name} is gone`);
    await store.delete(name);
    return JSON.parse(Buffer.from(data).toString('utf8'));
  }

  private objects(): Promise<ObjectStore> {
    this.store ??= this.link.connection
      .jetstream({ timeout: storeTimeout })
      .views.os(bucket, { ttl: nanos(keepBlobs), storage: StorageType.File, max_bytes: maxStoredBytes })
      .catch((error: unknown) => {
        this.store = undefined;
        throw error;
      });
    return this.store;
  }
}
