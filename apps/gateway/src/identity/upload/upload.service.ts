import { Inject, Injectable } from '@nestjs/common';
import { AppError, validationError } from '@waybill/contracts/errors';
import { Db, type Queryable } from '@waybill/database/db';
import { KeyedSemaphore } from '@waybill/concurrency/semaphore';
import { randomBytes } from 'node:crypto';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import type { FormFile } from '../../edge/body/form-file';
import { cleanImage } from './image';
import { STORAGE, type Storage } from './storage';

export interface UploadView {
  url: string;
  key: string;
  filename: string;
  contentType: string;
  size: number;
}

export interface StoredImage {
  bytes: Buffer;
  contentType: string;
}

const contentTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Images for template bodies. */
@Injectable()
export class UploadService {
  /** One picture of a project at a time: making one again can take seconds, and the next one is counted with it. */
  private readonly ofProject = new KeyedSemaphore({
    ...{ capacity: 1, maxWaiting: 10, maxWaitMs: 20_000, tooMany: 'Too many pictures of the project are under way' },
  });

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly db: Db,
  ) {}

  /**
   * Stores the picture, made again, under a random name.
   * @throws 403 for a project whose pictures have reached `MAX_UPLOADS_MB_PER_PROJECT`, 422 for what is not a picture we take
   */
  add(projectId: string, file: FormFile): Promise<UploadView> {
    return this.ofProject.run(projectId, () => this.store(projectId, file));
  }

  private async store(projectId: string, file: FormFile): Promise<UploadView> {
    await this.refuseBeyondMaximum(projectId);
    const image = await cleanImage(file.content);
    if (!image) {
      const message = 'image must be a JPEG, PNG, GIF or WebP picture within the sizes of docs/limits.md';
      throw validationError([{ field: 'image', code: 'invalid_type', message }]);
    }
    const name = `${randomBytes(16).toString('hex')}.${image.extension}`;
    const size = image.bytes.length;
    await this.storage.put(name, image.bytes, image.contentType);
    await this.db.query('INSERT INTO identity.upload (project_id, name, size, content_type) VALUES ($1, $2, $3, $4)', [
      projectId,
      name,
      size,
      image.contentType,
    ]);
    const url = `${this.config.PUBLIC_URL.replace(/\/$/, '')}/uploads/${name}`;
    return { url, key: name, filename: name, contentType: image.contentType, size };
  }

  private async refuseBeyondMaximum(projectId: string): Promise<void> {
    const megabytes = this.config.MAX_UPLOADS_MB_PER_PROJECT;
    if (megabytes === 0) return;
    const [row] = await this.db.query<{ bytes: number }>(
      'SELECT COALESCE(sum(size), 0)::float8 AS bytes FROM identity.upload WHERE project_id = $1',
      [projectId],
    );
    if (row!.bytes < megabytes * 1024 * 1024) return;
    const message = `The project has ${megabytes} MB of uploaded pictures, which is the maximum`;
    const suggestion =
      'Use a picture that is there already, or ask the operator of this installation for a higher maximum.';
    throw new AppError('FORBIDDEN', message, undefined, suggestion);
  }

  /** The picture of that name; 404 for any text that is no name of ours. */
  async get(name: string): Promise<StoredImage> {
    const match = /^[0-9a-f]{32}\.(jpg|png|gif|webp)$/.exec(name);
    const bytes = match ? await this.storage.get(name) : null;
    if (!match || !bytes) throw new AppError('NOT_FOUND', 'There is no such image');
    return { bytes, contentType: contentTypes[match[1] as string] as string };
  }

  /** Removes every image of a project that is gone. */
  async removeAll(tx: Queryable, projectId: string): Promise<void> {
    const rows = await tx.query<{ name: string }>('DELETE FROM identity.upload WHERE project_id = $1 RETURNING name', [
      projectId,
    ]);
    for (const { name } of rows) await this.storage.remove(name);
  }
}
