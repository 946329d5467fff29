/** Text that may stand in a header of a message: no line break of any kind and no other control character. */
export const oneLine = /^[^\p{Cc}\u2028\u2029]*$/u;

/** Message for a text that is not {@link oneLine}. */
export const notOneLine = 'must not contain line breaks or other control characters';
