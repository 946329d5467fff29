/** The document of the visual editor, as it is stored beside the body that it composes to. */
export type Design = Record<string, unknown>;

/** JSON with the keys of every object in order: two values that a database may have stored differently give the same text. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isRecord(part) ? sorted(part) : part));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The content of an email as its editors change it. */
export interface Writing {
  body: string;
  /** Null: the body is written as code. */
  design: Design | null;
}

/**
 * The parts of a content that differ from what is stored, as the API takes them: a body without a design of its own would remove
 * the stored design, so the two of a visual content are sent together.
 */
export function writingChanges(now: Writing, stored: Writing): Partial<Writing> {
  const isBodySame = now.body === stored.body;
  const isDesignSame = stableJson(now.design) === stableJson(stored.design);
  if (isBodySame && isDesignSame) return {};
  if (now.design) return { body: now.body, design: now.design };
  return { ...(isBodySame ? {} : { body: now.body }), ...(isDesignSame ? {} : { design: null }) };
}
