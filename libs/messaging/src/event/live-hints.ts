import { liveSubject, liveTopicOf, type LiveTopic } from '@waybill/contracts/live/live';
import type { NatsLink } from '../nats/nats-link';
import type { OutgoingEvent } from './event-publisher';
import { projectOf } from './outbox';

/** Milliseconds from the first event of a project to its hint: a project gets at most two hints a second from a process. */
const collectMs = 500;
/** Projects whose hints wait; more get none, for a lost hint costs freshness only. */
const maxProjects = 10_000;

/**
 * Tells browsers that look at a project that something happened: which kinds of things, never the things. The hints travel on core
 * NATS, to gateways whose browsers watch the project.
 */
export class LiveHints {
  private readonly waiting = new Map<string, Set<LiveTopic>>();
  private timer?: NodeJS.Timeout;

  constructor(private readonly link: NatsLink) {}

  /** Notes events that were published. */
  note(events: OutgoingEvent[]): void {
    for (const { subject, payload } of events) {
      const topic = liveTopicOf(subject);
      const projectId = topic && projectOf(payload);
      if (!topic || !projectId) continue;
      const topics = this.waiting.get(projectId);
      if (topics) topics.add(topic);
      else if (this.waiting.size < maxProjects) this.waiting.set(projectId, new Set([topic]));
    }
    if (this.waiting.size > 0) this.timer ??= setTimeout(() => this.send(), collectMs).unref();
  }

  private send(): void {
    this.timer = undefined;
    for (const [projectId, topics] of this.waiting) {
      if (this.link.isUp) this.link.connection.publish(liveSubject(projectId), JSON.stringify([...topics]));
    }
    this.waiting.clear();
  }
}
