/** A message of the provider about our mail, proven to be genuine, as it came: kept first, read later. */
export class ProviderMessage {
  provider: 'ses';
  /** The same on every repetition of the message. */
  id: string;
  /** Where it was published: the ARN of the topic. */
  source: string;
  /** ISO 8601. */
  publishedAt: string;
  /** At most 256 KB. */
  content: string;
}

export class StoredMessage {
  stored: true;
}
