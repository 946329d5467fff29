import type { GatewayConfig } from '../../config';
import { DiskStorage } from './disk-storage';
import type { Storage } from './storage';

/** The storage that the configuration chooses: S3 where a bucket is named, else the disk. */
export async function storageOf(config: GatewayConfig): Promise<Storage> {
  if (!config.S3_BUCKET) return new DiskStorage(config.UPLOAD_DIR);
  // Its client takes memory, which a gateway with a disk does without.
  const { S3Storage } = await import('./s3-storage');
  return new S3Storage({
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  });
}
