/** The text with the wildcards of LIKE escaped. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The LIKE pattern of addresses that contain the text, which is taken literally; addresses are stored in lower case. */
export const containing = (text: string): string => `%${escapeLike(text.trim().toLowerCase())}%`;
