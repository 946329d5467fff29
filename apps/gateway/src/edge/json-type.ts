/** The content type of JSON that a handler answers in a buffer. */
export const jsonType = 'application/json; charset=utf-8';
