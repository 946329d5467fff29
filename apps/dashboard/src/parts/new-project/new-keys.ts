/** The two keys of a project, in full. */
export interface Keys {
  public: string;
  secret: string;
}

/** Keys that were made on this page, in memory only: the API shows a secret key once, and a reload forgets it. */
const fresh = new Map<string, Keys>();

/** Keeps new keys until the page is left or reloaded. */
export const keepNewKeys = (projectId: string, keys: Keys): void => void fresh.set(projectId, keys);

/** The keys that were made on this page; undefined when there are none. */
export const newKeysOf = (projectId: string): Keys | undefined => fresh.get(projectId);

/** Forgets them, for example because their reader has put them away. */
export const forgetNewKeys = (projectId: string): void => void fresh.delete(projectId);
