import type { NatsLink } from './nats/nats-link';

/**
 * Sends a message to every instance of a service and collects their confirmations. Used where a change must be known
 * everywhere before a call answers; the caller knows which instances there are.
 */
export class Broadcast {
  constructor(private readonly link: NatsLink) {}

  /**
   * Sends `message` on `subject` and collects answers until `enough` says so or `timeout` milliseconds have passed. It is
   * sent also when no instance has to answer: others may subscribe to it.
   */
  async publish(subject: string, message: string, enough: (heard: Set<string>) => boolean, timeout: number) {
    const heard = new Set<string>();
    if (!this.link.isUp) return heard;
    if (enough(heard)) {
      this.link.connection.publish(subject, message);
      return heard;
    }
    const answers = await this.link.connection.requestMany(subject, message, {
      strategy: 'timer' as never,
      maxWait: timeout,
    });
    for await (const answer of answers) {
      if (answer.headers?.code) break;
      heard.add(answer.string());
      if (enough(heard)) break;
    }
    return heard;
  }

  /** Handles each message without an answer: the sender does not wait for this listener. Answers what ends the subscription. */
  subscribe(subject: string, handle: (message: string) => void): () => void {
    const callback = (error: Error | null, message: { string: () => string }): void => {
      if (!error) handle(message.string());
    };
    const subscription = this.link.connection.subscribe(subject, { callback });
    return () => subscription.unsubscribe();
  }

  /** Handles each message and answers `name` once it is handled. */
  subscribeAndConfirm(subject: string, name: string, handle: (message: string) => void): void {
    this.link.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) return;
        handle(message.string());
        message.respond(name);
      },
    });
  }
}
