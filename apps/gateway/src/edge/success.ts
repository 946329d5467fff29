/** The body of a successful answer of the public API. */
export interface Success<T> {
  success: true;
  data: T;
}

export const success = <T>(data: T): Success<T> => ({ success: true, data });
