/** The body of a successful answer of the public API (specification, convention 1). */
export interface Success<T> {
  success: true;
  data: T;
}

export const success = <T>(data: T): Success<T> => ({ success: true, data });
