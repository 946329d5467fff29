/** Limits of contact data: keys, characters of a key, bytes of the stored JSON. */
export const contactDataLimits = { keys: 200, keyLength: 100, bytes: 64 * 1024 } as const;
