/**
 * Ids as the text of an array parameter. They need no quotes, which the driver sets and looks for escapes in; a text that
 * is no id is refused by the server.
 */
export const uuidArray = (ids: string[]): string => `{${ids.join(',')}}`;
