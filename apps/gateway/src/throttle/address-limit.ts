import {
  applyDecorators,
  Inject,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { callerAddress } from './caller-address';
import { RateLimited } from './rate-limited';
import { ThrottleStore } from './throttle.store';

const countedAs = Symbol('counted per address as');
const window = 60;

/** Counts the requests of one address to the routes that share a name; 429 above the limit. */
@Injectable()
export class AddressLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly throttle: ThrottleStore,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limit = this.config.AUTH_REQUESTS_PER_MINUTE;
    if (limit === 0) return true;
    const name = this.reflector.getAllAndOverride<string>(countedAs, [context.getHandler(), context.getClass()]);
    const { ip } = context.switchToHttp().getRequest<FastifyRequest>();
    const passes = await this.throttle.take(`address:${name}:${callerAddress(ip)}`, limit, window);
    if (!passes) throw new RateLimited('Too many requests from your address', window / 6);
    return true;
  }
}

/** Limits the requests of one address to all routes under `name`, over all gateways together. */
export const AddressLimit = (name: string) =>
  applyDecorators(SetMetadata(countedAs, name), UseGuards(AddressLimitGuard));
