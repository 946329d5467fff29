/**
 * The kinds of records that a page may show and must read again after a hint. `contacts`: subscriptions, deletions, and the changes
 * that segments watch.
 */
export const liveTopics = ['emails', 'contacts', 'events', 'segments', 'campaigns', 'workflows', 'domains'] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** One hint of `GET /projects/{projectId}/live`. */
export class LiveHint {
  topics: LiveTopic[];
}

const topics: Record<string, LiveTopic> = {
  email: 'emails',
  contact: 'contacts',
  audience: 'contacts',
  event: 'events',
  segment: 'segments',
  campaign: 'campaigns',
  workflow: 'workflows',
  domain: 'domains',
};

/** The topic of an event's subject; undefined when no page shows it. */
export const liveTopicOf = (subject: string): LiveTopic | undefined => topics[subject.slice(0, subject.indexOf('.'))];

/** The subject on core NATS of the hints about a project; a message is a JSON list of topics. */
export const liveSubject = (projectId: string): string => `broadcast.live.${projectId}`;

/** The topics of a message on {@link liveSubject}; none when it is no such message. */
export function readTopics(message: string): LiveTopic[] {
  try {
    const given: unknown = JSON.parse(message);
    return liveTopics.filter((topic) => Array.isArray(given) && given.includes(topic));
  } catch {
    return [];
  }
}
