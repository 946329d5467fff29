import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { KeyKind } from '@waybill/contracts/contacts/track';
import type { FastifyRequest } from 'fastify';
import { routeSettings } from './route-settings';
import type { Role } from './role';

/**
 * The callers that a route lets in (docs/accounts.md):
 * - `open`: anyone.
 * - `any-key`: a key of either kind.
 * - `secret-key`: the secret key only.
 * - `session`: a signed-in user, by cookie; also before the address is verified.
 * - `verified-session`: a signed-in user with a verified address.
 * - `project`: the secret key, or a member by cookie with the project in `X-Project-Id`, else in the body's
 *   `projectId`.
 * - `project-path`: the secret key of the project in the path (`:projectId`, else `:id`), or a member of it by cookie; a
 *   project of another user is 404.
 * - `domain`: the secret key, or a member by cookie of the project that has the sending domain in the path (`:id`); a domain
 *   of another project is 404.
 * - `member`: a member of the project in the path, by cookie only.
 */
export type AccessRule =
  | 'open'
  | 'any-key'
  | 'secret-key'
  | 'session'
  | 'verified-session'
  | 'project'
  | 'project-path'
  | 'domain'
  | 'member';

/**
 * Sets the callers of a controller or route; a route without it answers 401. `leastRole` is the role that a member needs:
 * 403 `FORBIDDEN` below it. The secret key counts as an ADMIN.
 */
export const Access = (rule: AccessRule, leastRole: Role = 'MEMBER') => routeSettings({ access: rule, leastRole });

/** Lets a route write in a disabled project as well. */
export const AlsoDisabled = () => routeSettings({ alsoDisabled: true });

/** The project of a request and its caller. */
export interface Caller {
  projectId: string;
  /** The kind of key that was used; a member counts as the secret key. */
  keyKind: KeyKind;
  /** Set where a member calls by cookie. */
  userId?: string;
  role?: Role;
}

/** The account that is signed in. */
export interface Account {
  /** The user's id; that of the sign-up until the address is verified. */
  userId: string;
  sessionId: string;
  email: string;
  emailVerified: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard on routes of a project. */
    caller?: Caller;
    /** Set by the access guard where the cookie was used. */
    account?: Account;
  }
}

/** The {@link Caller} of a request that the access guard let pass. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('a route that needs a caller must have @Access with a project');
  return caller;
}

/** Parameter: the {@link Caller} of the request. */
export const FromCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Caller => callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Parameter: the {@link Account} that is signed in. */
export const FromAccount = createParamDecorator((_data: unknown, context: ExecutionContext): Account => {
  const account = context.switchToHttp().getRequest<FastifyRequest>().account;
  if (!account) throw new Error("a route that needs an account must have @Access('session')");
  return account;
});

/** Parameter: the id of the request, a UUID. */
export const RequestId = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string => context.switchToHttp().getRequest<FastifyRequest>().id,
);
