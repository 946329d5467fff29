import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { KeyKind } from '@waybill/contracts/contacts/track';
import type { FastifyRequest } from 'fastify';

/** Who may call a route: `open` anyone, `any-key` a key of either kind, `secret-key` the secret key only. */
export type AccessRule = 'open' | 'any-key' | 'secret-key';

export const ACCESS_RULE = Symbol('access rule');

/** States who may call a controller or route; a route without it answers 401. */
export const Access = (rule: AccessRule) => SetMetadata(ACCESS_RULE, rule);

/** The project of a keyed request and the kind of key that was used. */
export interface Caller {
  projectId: string;
  keyKind: KeyKind;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard on keyed routes. */
    caller?: Caller;
  }
}

/** Parameter: the {@link Caller} of the request. */
export const FromCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const caller = context.switchToHttp().getRequest<FastifyRequest>().caller;
  if (!caller) throw new Error('a route that needs a caller must have @Access with a key');
  return caller;
});

/** Parameter: the id of the request, a UUID. */
export const RequestId = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string => context.switchToHttp().getRequest<FastifyRequest>().id,
);
