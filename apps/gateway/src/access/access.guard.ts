import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { FastifyRequest } from 'fastify';
import { dashboardUrl, GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { MembershipStore } from '../member/membership.store';
import { hasRights, type Role } from '../member/role';
import { callOrigin, originOf } from '../session/same-origin';
import { SessionGuard } from '../session/session.guard';
import { ACCESS_RULE, LEAST_ROLE, type AccessRule, type Account } from './access.decorator';
import { keyKindOf } from './api-key';
import { KeyCache } from './key-cache';
import { KeyGuesses } from './key-guesses';
import type { KeyAccess } from './key-store';

/** Rules that no key satisfies: they are about a person. */
const personal = new Set<AccessRule | undefined>(['session', 'verified-session', 'member']);
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets a request pass by its API key or its session cookie, as the route's rule says (wire contract, Authentication). An
 * Authorization header always wins: the two are never mixed.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly ownOrigins: string[];

  constructor(
    private readonly reflector: Reflector,
    private readonly keys: KeyCache,
    private readonly session: SessionGuard,
    private readonly memberships: MembershipStore,
    private readonly guesses: KeyGuesses,
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
  ) {
    this.ownOrigins = [originOf(dashboardUrl(config)), originOf(config.PUBLIC_URL)];
  }

  /** May the body say which project is meant? Of a cookie without the header only. */
  needsBody(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (headers.authorization !== undefined || headers.cookie === undefined) return false;
    return headers['x-project-id'] === undefined && this.ruleOf(context) === 'project';
  }

  /** Is anybody signed in, whichever project is meant? @throws AppError 401. */
  async isSignedIn(context: ExecutionContext): Promise<true> {
    await this.session.read(context);
    return true;
  }

  /** @throws AppError, never false. */
  canActivate(context: ExecutionContext): true | Promise<true> {
    const places = [context.getHandler(), context.getClass()];
    const rule = this.ruleOf(context);
    if (rule === 'open') return true;
    const leastRole = this.reflector.getAllAndOverride<Role | undefined>(LEAST_ROLE, places) ?? 'MEMBER';
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const byKeyOnly = !rule || rule === 'any-key' || rule === 'secret-key';
    if (byKeyOnly || request.headers.authorization !== undefined) return this.passByKey(request, rule, leastRole);
    return this.passByCookie(context, request, rule, leastRole).then(() => true as const);
  }

  private ruleOf(context: ExecutionContext): AccessRule | undefined {
    return this.reflector.getAllAndOverride(ACCESS_RULE, [context.getHandler(), context.getClass()]);
  }

  /** Tells at once of a key in use; a promise costs the hot routes more than the rest of this. */
  private passByKey(request: FastifyRequest, rule: AccessRule | undefined, leastRole: Role): true | Promise<true> {
    const key = bearer(request.headers.authorization);
    const kind = keyKindOf(key);
    if (!rule || personal.has(rule) || !kind || (rule !== 'any-key' && kind !== 'secret')) throw wrongKey(rule, kind);
    const pass = (access: KeyAccess | null): true => {
      if (!access || access.kind !== kind) {
        this.guesses.failed(request);
        throw new AppError('INVALID_API_KEY', 'The API key is not valid');
      }
      if (rule === 'project-path' && access.projectId !== projectInPath(request)) throw noProject();
      if (!hasRights('ADMIN', leastRole)) throw new AppError('FORBIDDEN', 'Only the owner of the project may do this');
      refuseIfDisabled(access.disabled, request);
      request.caller = { projectId: access.projectId, keyKind: kind };
      return true;
    };
    const known = this.keys.known(key);
    return known ? pass(known) : this.keys.find(key, () => this.guesses.admit(request)).then(pass);
  }

  private async passByCookie(
    context: ExecutionContext,
    request: FastifyRequest,
    rule: AccessRule,
    leastRole: Role,
  ): Promise<void> {
    const account = await this.session.read(context);
    if (!readMethods.has(request.method) && callOrigin(request.headers, this.ownOrigins) !== 'own') {
      throw new AppError('FORBIDDEN', 'The request does not come from a page of ours', undefined, sameOriginAdvice);
    }
    if (rule === 'session') return;
    refuseIfUnverified(account);
    if (rule === 'verified-session') return;
    const projectId = rule === 'project' ? projectInHeader(request) : projectInPath(request);
    const membership = projectId && (await this.memberships.find(projectId, account.userId, account.email));
    if (!membership) {
      if (rule !== 'project') throw noProject();
      throw new AppError('PROJECT_ACCESS_DENIED', 'You are not a member of this project');
    }
    if (!hasRights(membership.role, leastRole)) {
      throw new AppError('FORBIDDEN', `Your role in this project is ${membership.role}`);
    }
    refuseIfDisabled(membership.disabled, request);
    request.caller = { projectId, keyKind: 'secret', userId: account.userId, role: membership.role };
  }
}

/** The token of a Bearer header; 401 `UNAUTHORIZED` when there is none. */
function bearer(header: string | undefined): string {
  const match = /^Bearer +([^\s]+) *$/i.exec(header ?? '');
  if (!match?.[1]) throw new AppError('UNAUTHORIZED', 'The request carries no API key');
  return match[1];
}

function wrongKey(rule: AccessRule | undefined, kind: string | null): AppError {
  if (personal.has(rule) && kind) return new AppError('INVALID_API_KEY', 'This route needs a session, not an API key');
  if (kind === 'public') {
    return new AppError('INVALID_API_KEY', 'This route needs the secret key, not the public one');
  }
  return new AppError('INVALID_API_KEY', 'The API key is not valid');
}

function refuseIfDisabled(disabled: boolean, request: FastifyRequest): void {
  if (disabled && !readMethods.has(request.method)) throw new AppError('PROJECT_DISABLED', 'The project is disabled');
}

/** Refuses who has not yet shown that the mailbox is theirs. */
export function refuseIfUnverified(account: Account): void {
  if (!account.emailVerified) {
    throw new AppError('EMAIL_VERIFICATION_REQUIRED', 'The email address of your account is not verified');
  }
}

const sameOriginAdvice =
  'With the cookie, send the header Origin (or Sec-Fetch-Site) of the dashboard; programs use the secret key.';

const noProject = (): AppError => new AppError('NOT_FOUND', 'There is no such project');

/** The project a path names: `:projectId` where it has one, else `:id`; null when it is no id. */
function projectInPath(request: FastifyRequest): string | null {
  const { projectId, id } = request.params as { projectId?: string; id?: string };
  const named = projectId ?? id;
  return isUuid(named) ? named.toLowerCase() : null;
}

function projectInHeader(request: FastifyRequest): string | null {
  const { projectId } = (request.body ?? {}) as { projectId?: unknown };
  const named = request.headers['x-project-id'] ?? projectId;
  if (named === undefined) throw new AppError('BAD_REQUEST', 'The header X-Project-Id is missing');
  return isUuid(named) ? named.toLowerCase() : null;
}
