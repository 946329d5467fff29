/** The content type of JSON that a handler answers in a buffer. */
export const jsonType = 'application/json; charset=utf-8';

/** The text of a `T` as another service wrote it, handed on without being parsed. */
// eslint-disable-next-line @typescript-eslint/no-unused-vars
export type Json<T> = Buffer;
