const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: unknown): text is string => typeof text === 'string' && uuid.test(text);

/** The wire form of a contact id: `cnt_<uuid>`. */
export const toContactId = (id: string): string => `cnt_${id}`;

/** The bare UUID of a contact id given with or without its prefix; null when it is neither. */
export function fromContactId(text: string): string | null {
  const bare = text.startsWith('cnt_') ? text.slice(4) : text;
  return isUuid(bare) ? bare.toLowerCase() : null;
}
