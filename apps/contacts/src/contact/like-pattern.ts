/** The LIKE pattern of addresses that contain the text, which is taken literally; addresses are stored in lower case. */
export function containing(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
}
