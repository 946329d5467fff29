import type { SMTPServerDataStream } from 'smtp-server';
import { AppError } from '@waybill/contracts/errors';
import type { Arrival, BodySource } from '../edge/body/arrivals';
import { sendBodyLimit } from '../edge/body/body-limit';
import { smallBody, type LargeBodies } from '../edge/body/large-bodies';

/** A message that arrives. */
export interface Arriving {
  /** The project that it counts for. */
  owner: string;
  /** Bytes as its sender declares them (RFC 1870); null where it does not. */
  declared: number | null;
  source: BodySource;
  /** Aborted when the connection is closed or the message is dealt with: its places are given back. */
  gone: AbortSignal;
}

/** The declared size is an estimate: this much more may come. */
const tolerance = 64 * 1024;

/**
 * The bytes of a message. What is large takes its turn among the large bodies of this process; until then nothing more is read. The
 * message is always read to its end, so that the refusal is the reply to it.
 * @throws 413 when it is larger than 40 MB or than declared, 503 when there is no place for it, the stream's error when the
 * connection breaks.
 */
export async function readMessage(
  stream: SMTPServerDataStream,
  { owner, declared, source, gone }: Arriving,
  bodies: LargeBodies,
): Promise<ArrayBuffer> {
  const most = declared === null ? sendBodyLimit : Math.min(sendBodyLimit, declared + tolerance);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let arrival: Arrival | null = null;
  let failure: unknown;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (failure !== undefined) continue;
    try {
      if (bytes > most) throw tooLarge(most);
      if (!arrival && bytes > smallBody) arrival = await bodies.enter({ owner, bytes: most, source, gone });
      chunks.push(chunk);
    } catch (error) {
      failure = error;
      chunks.length = 0;
    }
  }
  if (failure !== undefined) throw failure;
  await arrival?.settle();
  const whole = new ArrayBuffer(bytes);
  let at = 0;
  for (const chunk of chunks.splice(0)) {
    new Uint8Array(whole, at).set(chunk);
    at += chunk.byteLength;
  }
  return whole;
}

const tooLarge = (most: number): AppError =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `The message is larger than ${most === sendBodyLimit ? '40 MB' : 'it was declared'}`,
  );
