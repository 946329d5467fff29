import { Injectable } from '@nestjs/common';
import { callerAddress } from '../../access/rate-limit/caller-address';
import { RateLimited } from '../../access/rate-limit/rate-limited';
import { ThrottleService } from '../../access/rate-limit/throttle.service';

const window = 15 * 60;
/** Tries of one address at one account, and at all accounts together, in the window. */
const perPair = 10;
const perAddress = 100;
/** From this many attempts at one account on, from wherever, each further one waits longer, up to the longest pause. */
const freeTries = 20;
const pauseStep = 100;
const maxPauseMs = 3_000;

/**
 * Slows the guessing of passwords. An address is stopped for a while; an account never is, only its answers slow down, so
 * that guesses of a stranger never lock the owner out. Unknown accounts count like known ones.
 */
@Injectable()
export class LoginThrottle {
  constructor(private readonly throttle: ThrottleService) {}

  /** Counts the try; throws 429 or waits where there were many. */
  async admit(email: string, ip: string): Promise<void> {
    const address = callerAddress(ip);
    const [pair = 0, all = 0, account = 0] = await this.throttle.hit(
      [pairKey(email, address), `login-address:${address}`, `login-account:${email}`],
      window,
    );
    if (pair > perPair || all > perAddress) throw new RateLimited('Too many sign-in attempts', window / 3);
    const pause = Math.min(maxPauseMs, Math.max(0, account - freeTries) * pauseStep);
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }

  /** A good login wipes the attempts of this address at this account. */
  async succeeded(email: string, ip: string): Promise<void> {
    await this.throttle.forget(pairKey(email, callerAddress(ip)));
  }
}

const pairKey = (email: string, address: string): string => `login:${address}:${email}`;
