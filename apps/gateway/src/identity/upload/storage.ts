/** Where the bytes of uploads lie. */
export interface Storage {
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Null when there is nothing of that name. */
  get(name: string): Promise<Buffer | null>;
  /** Removes it; there need not be anything of that name. */
  remove(name: string): Promise<void>;
}

/** Injection token of the storage in use. */
export const STORAGE = Symbol('upload storage');
