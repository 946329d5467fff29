import type { SaveContactItem } from '@waybill/contracts/contacts/contact';
import type { KeyKind, TrackEvent, TrackedEvent } from '@waybill/contracts/contacts/track';
import type {
  RecipientContact,
  UpsertContact,
  UpsertedContact,
  UpsertRecipient,
} from '@waybill/contracts/contacts/upsert';
import type { SuppressionReason } from '@waybill/contracts/contacts/suppression';
import { normalizeEmail } from '@waybill/contracts/address';
import { AppError, validationError, type FieldError } from '@waybill/contracts/errors';
import type { NewEvent } from '@waybill/messaging/event/outbox';
import { eventData, mergeData, splitData, type Data, type DataSplit } from './contact-data';
import {
  moveSubscription,
  newSubscription,
  suppressedSubscription,
  type Subscription,
  type SubscriptionEvent,
} from './subscription';

/** A contact as the writer sees it; `data` is never changed in place. */
export interface ContactState extends Subscription {
  projectId: string;
  id: string;
  email: string;
  data: Data;
}

/** A suppressed address of a project. */
export interface SuppressedAddress {
  projectId: string;
  email: string;
  reason: SuppressionReason;
}

/** A tracked event to insert; `json` is its data. */
export interface EventRow {
  projectId: string;
  id: string;
  contactId: string;
  name: string;
  json: string;
}

/** An event to write to the outbox; one about a tracked event is written only when the row of that is. */
export interface DraftEvent {
  event: NewEvent;
  eventId: string | null;
}

/** The request that an item comes from, and its trace where it has one that is known. */
export interface Origin {
  requestId: string;
  traceparent?: string;
}

export const contactKey = (projectId: string, email: string): string => `${projectId} ${email}`;

/** The part of a request that concerns one contact. */
interface Said {
  projectId: string;
  /** Id of the contact if it is new. */
  contactId: string;
  email: string;
  split: DataSplit;
  subscribed: boolean | undefined;
  /** The subscription of a new contact. */
  ifNew: Subscription;
  keyKind: KeyKind;
}

/** The change that an item makes to one contact, not yet part of the draft. */
interface Change {
  key: string;
  contact: ContactState;
  isNew: boolean;
  isChanged: boolean;
  event: SubscriptionEvent | null;
}

/**
 * A batch of changes worked out in memory: starts with the stored contacts, takes the items in order of arrival, ends
 * with what is to be written. An item that is refused throws and leaves no trace.
 */
export class ContactDraft {
  readonly trackedEvents: EventRow[] = [];
  readonly events: DraftEvent[] = [];
  private readonly stored: Map<string, ContactState>;
  private readonly touched = new Map<string, ContactState>();
  private readonly suppressions: ReadonlyMap<string, SuppressionReason>;
  private readonly eventIds = new Set<string>();

  /**
   * `newContactId` makes the id of a new contact from the one its item offers; `suppressed` are the addresses that must
   * not be emailed among those that are no contacts yet.
   */
  constructor(
    stored: ContactState[],
    private readonly newContactId: (offered: string) => string,
    suppressed: SuppressedAddress[] = [],
  ) {
    this.suppressions = new Map(
      suppressed.map(({ projectId, email, reason }) => [contactKey(projectId, email), reason]),
    );
    this.stored = new Map(stored.map((contact) => [contactKey(contact.projectId, contact.email), contact]));
  }

  /** Contacts to insert. */
  get created(): ContactState[] {
    return [...this.touched].filter(([key]) => !this.stored.has(key)).map(([, contact]) => contact);
  }

  /** New contacts whose address was suppressed and is no longer. */
  get lifted(): ContactState[] {
    const isLifted = (contact: ContactState): boolean =>
      contact.suppressed === null && this.suppressions.has(contactKey(contact.projectId, contact.email));
    return this.suppressions.size === 0 ? [] : this.created.filter(isLifted);
  }

  /** Contacts to update. */
  get changed(): ContactState[] {
    return [...this.touched].filter(([key]) => this.stored.has(key)).map(([, contact]) => contact);
  }

  /** One tracked event. The same event id again, a repeated ask, makes no second event. */
  track(item: TrackEvent & Origin): Omit<TrackedEvent, 'timestamp'> {
    const split = splitData(item.data, 'track');
    const { data, json } = eventData(item.data);
    const { projectId, contactId, email, subscribed, keyKind, eventId } = item;
    const ifNew = newSubscription(subscribed, 'track');
    const change = this.change({ projectId, contactId, email, split, subscribed, ifNew, keyKind }, 'email');
    if (change.isNew && item.mustExist) throw new AppError('RATE_LIMIT_EXCEEDED', 'No contact may be made now');
    this.take(change, item);
    const { contact } = change;
    const eventKey = `${projectId} ${eventId}`;
    if (!this.eventIds.has(eventKey)) {
      this.eventIds.add(eventKey);
      this.trackedEvents.push({ projectId, id: eventId, contactId: contact.id, name: item.event, json });
      const event = about(contact, item, { subject: 'event.tracked', data: { name: item.event, data }, id: eventId });
      this.events.push({ event, eventId });
    }
    return { contactId: contact.id, eventId };
  }

  /** The recipients of one send, all or none. */
  upsert(item: UpsertContact & Origin): UpsertedContact {
    const { projectId, subscribed } = item;
    const shared = splitData(item.data, 'send');
    const ifNew = newSubscription(subscribed ?? item.subscribedIfNew, 'send');
    const several = item.recipients.length > 1;
    const changes = new Map<string, Change>();
    const refusals: FieldError[] = [];
    const contacts = item.recipients.map((recipient, index): RecipientContact => {
      const { contactId, email } = recipient;
      const split = withName(shared, recipient, item.data);
      const field = several ? `to.${index}` : 'to';
      const said: Said = { projectId, contactId, email, split, subscribed, ifNew, keyKind: 'secret' };
      const change = this.change(said, field, changes);
      const { contact } = change;
      changes.set(change.key, change);
      if (item.mustBeSubscribed && !contact.subscribed) refusals.push(notSubscribed(field));
      const variables = { ...contact.data, ...split.variables };
      const { id, subscribed: stays, suppressed } = contact;
      return { id, email: contact.email, subscribed: stays, suppressed, variables };
    });
    if (refusals.length > 0) throw validationError(refusals);
    for (const change of changes.values()) this.take(change, item);
    return { contacts };
  }

  /** One contact, by the rules of the contact endpoints. */
  save(item: SaveContactItem & Origin): { contactId: string; isNew: boolean; isChanged: boolean } {
    const { projectId, contactId, email, subscribed } = item;
    const split = splitData(item.data, 'contact');
    const ifNew = newSubscription(subscribed, 'contact');
    const change = this.change({ projectId, contactId, email, split, subscribed, ifNew, keyKind: 'secret' }, 'email');
    this.take(change, item);
    return { contactId: change.contact.id, isNew: change.isNew, isChanged: change.isChanged };
  }

  /** The contact with what is said about it; the same object when nothing changes. `pending`: the item's own changes. */
  private change(said: Said, field: string, pending?: ReadonlyMap<string, Change>): Change {
    const email = normalizeEmail(said.email);
    if (email === null)
      throw validationError([{ field, code: 'invalid_email', message: `${field} must be an email address` }]);
    const key = contactKey(said.projectId, email);
    const before = pending?.get(key);
    const current = before?.contact ?? this.touched.get(key) ?? this.stored.get(key);
    if (!current) {
      const reason = this.suppressions.get(key);
      const ifNew = reason ? suppressedSubscription(reason, said.subscribed, said.keyKind) : said.ifNew;
      const { subscribed, suppressed } = ifNew;
      const id = this.newContactId(said.contactId);
      const data = mergeData({}, said.split);
      return {
        key,
        contact: { projectId: said.projectId, id, email, subscribed, suppressed, data },
        isNew: true,
        isChanged: true,
        event: null,
      };
    }
    const data = mergeData(current.data, said.split);
    const { next, event } = moveSubscription(current, said.subscribed, said.keyKind);
    const same = data === current.data && next === current;
    const { subscribed, suppressed } = next;
    const contact = same ? current : { ...current, subscribed, suppressed, data };
    return { key, contact, isNew: false, isChanged: !same, event: event ?? before?.event ?? null };
  }

  private take({ key, contact, event }: Change, item: Origin): void {
    if (contact !== this.stored.get(key)) this.touched.set(key, contact);
    if (event) this.events.push({ event: about(contact, item, { subject: event, data: {} }), eventId: null });
  }
}

const notSubscribed = (field: string): FieldError => ({
  field,
  code: 'unsubscribed',
  message: `${field} is not subscribed: a MARKETING template goes to subscribed contacts only, a TRANSACTIONAL one to all`,
});

/** An event about a contact. */
const about = (
  { projectId, id: contactId, email: contactEmail }: ContactState,
  { requestId, traceparent }: Origin,
  { id, subject, data }: Pick<NewEvent, 'id' | 'subject' | 'data'>,
) => ({ projectId, requestId, contactId, contactEmail, id, subject, data, traceparent }) as NewEvent;

/** A recipient's display name is kept as `data.name`, unless the request's data says something about `name` itself. */
function withName(shared: DataSplit, recipient: UpsertRecipient, data: Data | undefined): DataSplit {
  if (!recipient.name || (data && Object.hasOwn(data, 'name'))) return shared;
  const own = splitData({ name: recipient.name }, 'send');
  return { ...shared, set: { ...shared.set, ...own.set } };
}
