import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { keyKindOf } from '../access/key/api-key';
import { KeyCache } from '../access/key/key-cache';
import type { KeyAccess } from '../access/key/key.service';
import { ThrottleService } from '../access/rate-limit/throttle.service';
import { SmtpRefusal } from './smtp-reply';

/** The project that has logged in, and the key by which it did. */
export interface SmtpClient {
  projectId: string;
  key: string;
}

/** The user name of every project; its id is one too. */
const commonUser = 'waybill';
/** Failed log-ins of one address in the window, as at sign-in. */
const maxFailures = 10;
const windowSeconds = 15 * 60;

/**
 * AUTH: the password is a secret key of a project. A key that this gateway has seen to be good costs no guess, so that it
 * goes on working from an address from which others guess.
 */
@Injectable()
export class SmtpLogin {
  constructor(
    private readonly keys: KeyCache,
    private readonly throttle: ThrottleService,
  ) {}

  /** @throws SmtpRefusal 421 after ten failures of the address, which closes the connection; AppError 401, 403, 503. */
  async admit(user: string, key: string, address: string): Promise<SmtpClient> {
    if (this.keys.wasGood(key)) return this.pass(user, key, await this.keys.find(key));
    const guesses = `smtp-login:${address}`;
    const [attempts = 0] = await this.throttle.hit([guesses], windowSeconds);
    if (attempts > maxFailures) throw tooManyFailures('Too many failed logins from your address');
    try {
      const client = this.pass(user, key, keyKindOf(key) === 'secret' ? await this.keys.find(key) : null);
      await this.throttle.forget(guesses);
      return client;
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401 || attempts < maxFailures) throw error;
      throw tooManyFailures(`${error.message}; too many failed logins from your address`);
    }
  }

  /** Is the key still good? A connection may live longer than its key. @throws AppError 401, 403, 503. */
  async check({ key, projectId }: SmtpClient): Promise<void> {
    this.pass(projectId, key, await this.keys.find(key));
  }

  private pass(user: string, key: string, access: KeyAccess | null): SmtpClient {
    if (keyKindOf(key) === 'public') throw wrong('SMTP needs the secret key, not the public one');
    if (!access || access.kind !== 'secret') throw wrong('The API key is not valid');
    const name = user.trim().toLowerCase();
    if (name !== commonUser && name !== access.projectId) {
      throw wrong(`The user name must be ${commonUser} or the id of the project`);
    }
    if (access.disabled) throw new AppError('PROJECT_DISABLED', 'The project is disabled');
    return { projectId: access.projectId, key };
  }
}

const wrong = (message: string): AppError =>
  new AppError('INVALID_API_KEY', message, undefined, 'The password is a current secret key (sk_) of the project.');

const tooManyFailures = (text: string): SmtpRefusal =>
  new SmtpRefusal(421, '4.7.0', `${text}, try again in 15 minutes`);
