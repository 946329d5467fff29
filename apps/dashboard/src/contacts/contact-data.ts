import { i18n } from '../text/i18n';
/** The fields that a text describes, or why it describes none. */
export function readData(text: string): { data: Record<string, unknown> | null; problem: string | null } {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch (error) {
    return { data: null, problem: error instanceof Error ? error.message : i18n.t('This is not JSON') };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { data: null, problem: i18n.t('Write an object: \'{\' "name": "Ada" \'}\'') };
  }
  return { data: value as Record<string, unknown>, problem: null };
}

/** The change that makes one set of fields of another: the API merges, and null removes a field. */
export function changedData(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return { ...after, ...Object.fromEntries(removed.map((key) => [key, null])) };
}
