import { newId, idTime } from '@waybill/database/ids';
import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** Makes the ids of a request's rows, one after the other. */
export type MakeId = () => string;

/** Ids of a request without an Idempotency-Key: each is new. */
export const newIds: MakeId = newId;

/** UUIDv7s that depend on the seed and their turn only, of the seed's moment. */
export function idsFrom(seed: string): MakeId {
  const msecs = idTime(seed).getTime();
  let turn = 0;
  return () => {
    const random = createHash('sha256').update(`${seed}:${turn++}`).digest().subarray(0, 16);
    return v7({ msecs, seq: random.readUInt32BE(0) & 0x7fffffff, random });
  };
}
