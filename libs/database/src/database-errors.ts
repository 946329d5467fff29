import { unavailable, type AppError } from '@waybill/contracts/errors';

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

/** SQLSTATE of a write on a server that is a standby (now): the connection leads to one that is not the primary any more. */
export const readOnlyServer = '25006';

/**
 * Is the database away, starting, shutting down, full or not the primary (SQLSTATE 08, 53100, 53300, 57P01..57P03, 25006), so that
 * a later try may succeed?
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCode(error);
  if (socketCodes.has(code) || diskFullCodes.has(code) || /^(08...|57P0[123]|53300|57014|25006)$/.test(code))
    return true;
  return error instanceof Error && (lostConnection.test(error.message) || isDatabaseAway(error.cause));
}

/** SQLSTATE `disk_full`, and the codes of Linux for a full disk and a full quota. */
const diskFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** Seconds after which a caller may try again: an operator has to act when a disk is full. */
const retrySeconds = { diskFull: 30, unavailable: 2 };

/** Has the store no space left, so that nothing can be written until an operator has acted? */
export function isDiskFull(error: unknown): boolean {
  return diskFullCodes.has(errorCode(error)) || (error instanceof Error && isDiskFull(error.cause));
}

/** The 503 for an error of a store that a later try may not meet; null for any other error. */
export function storeUnavailable(error: unknown): AppError | null {
  if (isDiskFull(error)) return unavailable('There is no space left to store this', retrySeconds.diskFull);
  return isDatabaseAway(error) ? unavailable('The database is unavailable', retrySeconds.unavailable) : null;
}

/** Two transactions were in each other's way (deadlock or serialization): running this one again is right. */
export function isContention(error: unknown): boolean {
  return ['40P01', '40001'].includes(errorCode(error));
}
