import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyRequest } from 'fastify';
import { ACCESS_RULE, type AccessRule } from './access.decorator';
import { keyKindOf } from './api-key';
import { KeyCache } from './key-cache';

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Lets a request pass by its API key (specification, Authentication): 401 without a right key, 403 for a disabled project. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: KeyCache,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (rule === 'open') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = bearer(request.headers.authorization);
    const kind = keyKindOf(key);
    if (!rule || !kind || (rule === 'secret-key' && kind !== 'secret')) throw wrongKey(rule, kind);
    const access = await this.keys.find(key);
    if (!access || access.kind !== kind) throw new AppError('INVALID_API_KEY', 'The API key is not valid');
    if (access.disabled && !readMethods.has(request.method)) {
      throw new AppError('PROJECT_DISABLED', 'The project is disabled');
    }
    request.caller = { projectId: access.projectId, keyKind: kind };
    return true;
  }
}

/** The token of a Bearer header; 401 `UNAUTHORIZED` when there is none. */
function bearer(header: string | undefined): string {
  const match = /^Bearer +([^\s]+) *$/i.exec(header ?? '');
  if (!match?.[1]) throw new AppError('UNAUTHORIZED', 'The request carries no API key');
  return match[1];
}

function wrongKey(rule: AccessRule | undefined, kind: string | null): AppError {
  if (rule === 'secret-key' && kind === 'public') {
    return new AppError('INVALID_API_KEY', 'This route needs the secret key, not the public one');
  }
  return new AppError('INVALID_API_KEY', 'The API key is not valid');
}
