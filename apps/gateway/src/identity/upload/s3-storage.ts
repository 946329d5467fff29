import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { unavailable } from '@waybill/contracts/errors';
import type { Storage } from './storage';

export interface S3Options {
  bucket: string;
  region: string;
  /** Another service that speaks S3, addressed by path. */
  endpoint: string | null;
  accessKeyId: string | null;
  secretAccessKey: string | null;
}

/** Uploads in an S3 bucket, which need not be public: the gateway serves them. */
export class S3Storage implements Storage {
  private readonly client: S3Client;

  constructor(private readonly options: S3Options) {
    const { region, endpoint, accessKeyId, secretAccessKey } = options;
    this.client = new S3Client({
      region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      requestHandler: { requestTimeout: 10_000, connectionTimeout: 3_000 },
    });
  }

  async put(name: string, bytes: Buffer, contentType: string): Promise<void> {
    const { bucket: Bucket } = this.options;
    await this.client
      .send(new PutObjectCommand({ Bucket, Key: `uploads/${name}`, Body: bytes, ContentType: contentType }))
      .catch(away);
  }

  async remove(name: string): Promise<void> {
    const { bucket: Bucket } = this.options;
    await this.client.send(new DeleteObjectCommand({ Bucket, Key: `uploads/${name}` })).catch(away);
  }

  async get(name: string): Promise<Buffer | null> {
    const { bucket: Bucket } = this.options;
    const object = await this.client
      .send(new GetObjectCommand({ Bucket, Key: `uploads/${name}` }))
      .catch((error: unknown) => (error instanceof NoSuchKey ? null : away()));
    const bytes = await object?.Body?.transformToByteArray();
    return bytes ? Buffer.from(bytes) : null;
  }
}

function away(): never {
  throw unavailable('The storage of uploads is unavailable');
}
