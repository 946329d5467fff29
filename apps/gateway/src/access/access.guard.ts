import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { FastifyRequest } from 'fastify';
import { dashboardUrl, GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { MembershipService } from './membership.service';
import { hasRights, type Role } from './route/role';
import { callOrigin, originOf } from './session/same-origin';
import { settingsOf } from './route/route-settings';
import { SessionReader } from './session/session-reader';
import type { AccessRule, Account } from './route/access';
import { keyKindOf } from './key/api-key';
import { KeyCache } from './key/key-cache';
import { KeyGuesses } from './key/key-guesses';
import type { KeyAccess } from './key/key.service';

/** Rules that no key satisfies: they are about a person. */
const personal = new Set<AccessRule | undefined>(['session', 'verified-session', 'member']);
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets a request pass by its API key or its session cookie, as the route's rule says. An
 * Authorization header always wins: the two are never mixed.
 */
@Injectable()
export class AccessGuard {
  private readonly ownOrigins: string[];

  constructor(
    private readonly keys: KeyCache,
    private readonly session: SessionReader,
    private readonly memberships: MembershipService,
    private readonly guesses: KeyGuesses,
    private readonly asks: AskClient,
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
  ) {
    this.ownOrigins = [originOf(dashboardUrl(config)), originOf(config.PUBLIC_URL)];
  }

  /** May the body name the project? Only where a cookie is used without the header `X-Project-Id`. */
  needsBody(request: FastifyRequest): boolean {
    const { headers } = request;
    if (headers.authorization !== undefined || headers.cookie === undefined) return false;
    return headers['x-project-id'] === undefined && settingsOf(request).access === 'project';
  }

  /** Is the caller signed in, whichever project is meant? @throws AppError 401. */
  async requireSession(request: FastifyRequest): Promise<void> {
    await this.session.read(request);
  }

  /** Sets `request.caller` or `request.account`. Synchronous for a cached key. @throws AppError 401, 403, 404. */
  admit(request: FastifyRequest): void | Promise<void> {
    const { access: rule, leastRole = 'MEMBER' } = settingsOf(request);
    if (rule === 'open') return;
    const byKeyOnly = !rule || rule === 'any-key' || rule === 'secret-key';
    if (byKeyOnly || request.headers.authorization !== undefined) return this.passByKey(request, rule, leastRole);
    return this.passByCookie(request, rule, leastRole);
  }

  /** Synchronous for a cached key: a promise costs more than the rest of this method. */
  private passByKey(request: FastifyRequest, rule: AccessRule | undefined, leastRole: Role): void | Promise<void> {
    const key = bearer(request.headers.authorization);
    const kind = keyKindOf(key);
    if (!rule || personal.has(rule) || !kind || (rule !== 'any-key' && kind !== 'secret')) throw wrongKey(rule, kind);
    const pass = (access: KeyAccess | null): void => {
      if (!access || access.kind !== kind) {
        this.guesses.failed(request);
        throw new AppError('INVALID_API_KEY', 'The API key is not valid');
      }
      if (rule === 'project-path' && access.projectId !== projectInPath(request)) throw noProject();
      if (!hasRights('ADMIN', leastRole)) throw new AppError('FORBIDDEN', 'Only the owner of the project may do this');
      refuseIfDisabled(access.disabled, request);
      request.caller = { projectId: access.projectId, keyKind: kind };
    };
    const known = this.keys.known(key);
    return known ? pass(known) : this.keys.find(key, () => this.guesses.admit(request)).then(pass);
  }

  private async passByCookie(request: FastifyRequest, rule: AccessRule, leastRole: Role): Promise<void> {
    const account = await this.session.read(request);
    if (!readMethods.has(request.method) && callOrigin(request.headers, this.ownOrigins) !== 'own') {
      throw new AppError(
        'FORBIDDEN',
        'The request does not come from a page of this service',
        undefined,
        sameOriginAdvice,
      );
    }
    if (rule === 'session') return;
    refuseIfUnverified(account);
    if (rule === 'verified-session') return;
    const projectId = await this.projectNamed(request, rule);
    const membership = projectId && (await this.memberships.find(projectId, account.userId, account.email));
    if (!membership) {
      if (rule === 'domain') throw new AppError('DOMAIN_NOT_FOUND', 'There is no such domain in your projects');
      if (rule !== 'project') throw noProject();
      throw new AppError('PROJECT_ACCESS_DENIED', 'You are not a member of this project');
    }
    if (!hasRights(membership.role, leastRole)) {
      throw new AppError('FORBIDDEN', `Your role in this project is ${membership.role}`);
    }
    if (!settingsOf(request).alsoDisabled) refuseIfDisabled(membership.disabled, request);
    request.caller = { projectId, keyKind: 'secret', userId: account.userId, role: membership.role };
  }

  /** The project of a call by cookie; null when its name in the request is no id, or the id is unknown. */
  private async projectNamed(request: FastifyRequest, rule: AccessRule): Promise<string | null> {
    if (rule === 'project') return projectInHeader(request);
    if (rule !== 'domain') return projectInPath(request);
    const { id } = request.params as { id?: string };
    return isUuid(id) ? (await this.asks.ask('domain-verifier.project-of', { id: id.toLowerCase() })).projectId : null;
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

/** @throws AppError 403 for a user whose address is not verified */
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
