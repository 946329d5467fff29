import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Storage } from './storage';

/** Uploads as files in one folder; several gateways must share it. Names come from {@link uploadName} only. */
export class DiskStorage implements Storage {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = resolve(folder);
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    // A reader sees the whole file or none.
    const draft = join(this.folder, `.${randomUUID()}`);
    await writeFile(draft, bytes, { mode: 0o640 });
    await rename(draft, join(this.folder, name));
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  async get(name: string): Promise<Buffer | null> {
    return readFile(join(this.folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  }
}
