import { Client } from './client';
import { page, type WaybillOptions } from './call/config';

/** The client for pages: it takes a public key alone, and a public key tracks events alone. */
export class Waybill extends Client {
  constructor(options: WaybillOptions) {
    super(options, page);
  }
}

export {
  ApiError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  ValidationError,
  WaybillError,
} from './call/errors';
export { List } from './call/list';
