import type { NatsLink } from './nats/nats-link';

/** Wake-ups on core NATS: a hint that work is waiting. One may be lost, so a poller must find the work as well. */
export class WakeUps {
  constructor(private readonly link: NatsLink) {}

  /** `subject`: one of `wakeUps` (libs/contracts/src/events.ts). */
  send(subject: string): void {
    if (this.link.isUp) this.link.connection.publish(subject);
  }

  /** Calls `listener` for each wake-up, also for those of this process. */
  on(subject: string, listener: () => void): void {
    this.link.connection.subscribe(subject, { callback: (error) => !error && listener() });
  }
}
