import { MessageError } from './message-error';

/** Control characters, and the separators that some readers take for a line break. */
const BREAKS = /[\p{Cc}\u2028\u2029]/u;

/**
 * The text itself when it is safe as one header value.
 * @throws MessageError when it holds CR, LF, NUL, another control character (tab included), U+2028 or U+2029.
 */
export function checkLine(text: string, field: string): string {
  if (typeof text !== 'string' || BREAKS.test(text)) throw new MessageError(`${field} must be text on one line`);
  return text.toWellFormed();
}
