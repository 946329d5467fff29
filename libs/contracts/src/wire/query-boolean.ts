/** A transform: the query parameters `true` and `false` as booleans; any other value as it is. */
export const toBoolean = ({ value }: { value: unknown }): unknown =>
  value === 'true' ? true : value === 'false' ? false : value;
