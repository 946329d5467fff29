import type { System } from '@waybill/testing/system';
import type { NatsConnection } from 'nats';
import { segmentEvents } from '../rows/segments';

interface Told {
  id: string;
  subject: string;
  contactId: string;
}

/** The entries and exits that a system publishes, from the moment of listening. An event that comes again has its id. */
export class SegmentEvents {
  private readonly told = new Map<string, Told & { segmentId: string }>();

  private constructor(
    private readonly system: System,
    private readonly connection: NatsConnection,
  ) {}

  static async listen(system: System): Promise<SegmentEvents> {
    const events = new SegmentEvents(system, await system.connectToNats());
    events.connection.subscribe('segment.*.*', {
      callback: (error, message) => {
        if (error) return;
        const { id, subject, contactId, data } = message.json<Told & { data: { segmentId: string } }>();
        if (!events.told.has(id)) events.told.set(id, { id, subject, contactId, segmentId: data.segmentId });
      },
    });
    await events.connection.flush();
    return events;
  }

  /** What was told of each contact, in its order: `entry` and `exit`, with what is written and not published yet. */
  async stories(segmentId: string): Promise<Map<string, string[]>> {
    const written = await segmentEvents(this.system, segmentId);
    // What was published before, and is not in the outbox any more, has come when the server has answered.
    await this.connection.flush();
    const published = [...this.told.values()].filter((event) => event.segmentId === segmentId);
    const stories = new Map<string, string[]>();
    for (const { subject, contactId } of [...published, ...written.filter((event) => !this.told.has(event.id))]) {
      stories.set(contactId, [...(stories.get(contactId) ?? []), subject.split('.').at(-1)!]);
    }
    return stories;
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

/** Contacts of whom not an entry and an exit take turns, an entry first. */
export const disorderly = (stories: Map<string, string[]>): [string, string[]][] =>
  [...stories].filter(([, story]) => story.some((what, n) => what !== (n % 2 === 0 ? 'entry' : 'exit')));
