import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';

const updatedAt = /^"?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"?$/;

/**
 * Parameter: the `updatedAt` of the record that a change was made from, as the header `If-Match: "<updatedAt>"` says (RFC 9110
 * section 13.1.1); undefined without the header, or for `*`. @throws 400 when it is not one `updatedAt`.
 */
export const IfMatch = createParamDecorator((_data: unknown, context: ExecutionContext): string | undefined => {
  const given = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  return readIfMatch(given);
});

/** See {@link IfMatch}. */
export function readIfMatch(given: string | undefined): string | undefined {
  if (given === undefined || given.trim() === '*') return undefined;
  const [, moment] = updatedAt.exec(given.trim()) ?? [];
  if (moment && !Number.isNaN(Date.parse(moment))) return moment;
  throw new AppError(
    'BAD_REQUEST',
    'The header If-Match cannot be read',
    undefined,
    'Send the updatedAt of the record in quotes, as in If-Match: "2026-01-31T12:00:00.000Z".',
  );
}
