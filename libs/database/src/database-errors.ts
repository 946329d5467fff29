/** SQLSTATE of a driver error, or the code of the socket error beneath it. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|not queryable/i;

/** Is the database away, starting or shutting down (SQLSTATE 08, 53300, 57P01..57P03), so that a later try may succeed? */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCode(error);
  if (socketCodes.has(code) || /^(08...|57P0[123]|53300|57014)$/.test(code)) return true;
  return error instanceof Error && (lostConnection.test(error.message) || isDatabaseAway(error.cause));
}

/** Two transactions were in each other's way (deadlock or serialization): running this one again is right. */
export function isContention(error: unknown): boolean {
  return ['40P01', '40001'].includes(errorCode(error));
}
