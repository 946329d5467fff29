import type { NatsLink } from './nats-link';

/** Doorbells on core NATS: "there is work for you". They may be lost, so a sweep must find the work anyway. */
export class Bells {
  constructor(private readonly link: NatsLink) {}

  ring(subject: string): void {
    if (this.link.isUp) this.link.connection.publish(subject);
  }

  /** Calls `listener` at each ring, also this process's own. */
  onRing(subject: string, listener: () => void): void {
    this.link.connection.subscribe(subject, { callback: (error) => !error && listener() });
  }
}
