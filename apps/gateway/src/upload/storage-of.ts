import type { GatewayConfig } from '../config';
import { DiskStorage } from './disk.storage';
import { S3Storage } from './s3.storage';
import type { Storage } from './storage';

/** The storage that the configuration chooses: S3 where a bucket is named, else the disk. */
export function storageOf(config: GatewayConfig): Storage {
  if (!config.S3_BUCKET) return new DiskStorage(config.UPLOAD_DIR);
  return new S3Storage({
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  });
}
