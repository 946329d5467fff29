/** A request for a pixel or a tracked link, or an unsubscribe by a link of the email. */
export class TrackingHit {
  /** UUIDv7: the same hit counts once, however often it is reported. */
  id: string;
  kind: 'open' | 'click' | 'unsubscribe';
  projectId: string;
  emailId: string;
  /** ISO 8601 moment at the gateway. */
  at: string;
  userAgent: string | null;
  /** Of a click: the address that was recorded, which link of how many it is. */
  link?: { url: string; position: number; links: number };
}

/** The hit is committed. */
export type StoredHit = { stored: true };
