import type { SaveContactItem } from '@waybill/contracts/contacts/contact';
import type { TrackEvent, TrackedEvent } from '@waybill/contracts/contacts/track';
import type {
  RecipientContact,
  UpsertContact,
  UpsertedContact,
  UpsertRecipient,
} from '@waybill/contracts/contacts/upsert';
import { normalizeEmail } from '@waybill/contracts/address';
import { AppError, validationError, type FieldError } from '@waybill/contracts/errors';
import type { Fact } from '@waybill/messaging/outbox';
import { eventData, mergeData, splitData, type Data, type DataSplit } from './contact-data';
import { moveSubscription, newSubscription, type Subscription } from './subscription';

/** A contact as the writer sees it; `data` is never changed in place. */
export interface ContactState extends Subscription {
  projectId: string;
  id: string;
  email: string;
  data: Data;
}

/** A tracked event to insert. */
export interface EventRow {
  projectId: string;
  id: string;
  contactId: string;
  name: string;
  data: Data;
}

/** A fact to write; one that tells of an event is written only when the event's row is. */
export interface DraftFact {
  fact: Fact;
  eventId: string | null;
}

export const contactKey = (projectId: string, email: string): string => `${projectId} ${email}`;

/**
 * A batch of changes worked out in memory: starts with the stored contacts, takes the items in order of arrival, ends
 * with what is to be written. An item that is refused throws and leaves no trace.
 */
export class ContactDraft {
  readonly events: EventRow[] = [];
  readonly facts: DraftFact[] = [];
  private readonly stored: Map<string, ContactState>;
  private readonly contacts: Map<string, ContactState>;
  private readonly eventIds = new Set<string>();

  /** `newContactId` makes the id of a new contact from the one its item offers. */
  constructor(
    stored: ContactState[],
    private readonly newContactId: (offered: string) => string,
  ) {
    this.stored = new Map(stored.map((contact) => [contactKey(contact.projectId, contact.email), contact]));
    this.contacts = new Map(this.stored);
  }

  /** Contacts to insert. */
  get created(): ContactState[] {
    return [...this.contacts].filter(([key]) => !this.stored.has(key)).map(([, contact]) => contact);
  }

  /** Contacts to update. */
  get changed(): ContactState[] {
    const entries = [...this.contacts].filter(([key, contact]) => (this.stored.get(key) ?? contact) !== contact);
    return entries.map(([, contact]) => contact);
  }

  /** One tracked event. The same event id again, a repeated ask, makes no second event. */
  track(item: TrackEvent): Omit<TrackedEvent, 'timestamp'> {
    const split = splitData(item.data, 'track');
    const data = eventData(item.data);
    const stage = new Stage(this.contacts, item);
    const contact = stage.change(item, 'email', (current, email) => {
      if (!current && item.mustExist) throw new AppError('RATE_LIMIT_EXCEEDED', 'No contact may be made now');
      if (!current) return this.make(item, email, newSubscription(item.subscribed, 'track'), split);
      return stage.move(current, item.subscribed, item.keyKind, split);
    });
    this.take(stage);
    const eventKey = `${item.projectId} ${item.eventId}`;
    if (!this.eventIds.has(eventKey)) {
      this.eventIds.add(eventKey);
      this.events.push({ projectId: item.projectId, id: item.eventId, contactId: contact.id, name: item.event, data });
      const fact = { ...about(contact, item), id: item.eventId, subject: 'event.tracked' as const };
      this.facts.push({ fact: { ...fact, data: { name: item.event, data } }, eventId: item.eventId });
    }
    return { contactId: contact.id, eventId: item.eventId };
  }

  /** The recipients of one send, all or none. */
  upsert(item: UpsertContact): UpsertedContact {
    const stage = new Stage(this.contacts, item);
    const shared = splitData(item.data, 'send');
    const several = item.recipients.length > 1;
    const contacts = item.recipients.map((recipient, index): RecipientContact => {
      const split = withName(shared, recipient, item.data);
      const field = several ? `to.${index}` : 'to';
      const contact = stage.change(recipient, field, (current, email) => {
        const offered = { projectId: item.projectId, contactId: recipient.contactId };
        if (!current)
          return this.make(offered, email, newSubscription(item.subscribed ?? item.subscribedIfNew, 'send'), split);
        return stage.move(current, item.subscribed, 'secret', split);
      });
      if (item.mustBeSubscribed && !contact.subscribed) stage.refuse(field);
      const { id, email, subscribed, suppressed } = contact;
      return { id, email, subscribed, suppressed, variables: { ...contact.data, ...split.variables } };
    });
    this.take(stage);
    return { contacts };
  }

  /** One contact, by the rules of the contact endpoints. */
  save(item: SaveContactItem): { contactId: string; isNew: boolean } {
    const split = splitData(item.data, 'contact');
    const stage = new Stage(this.contacts, item);
    let isNew = false;
    const contact = stage.change(item, 'email', (current, email) => {
      if (current) return stage.move(current, item.subscribed, 'secret', split);
      isNew = true;
      return this.make(item, email, newSubscription(item.subscribed, 'contact'), split);
    });
    this.take(stage);
    return { contactId: contact.id, isNew };
  }

  private make(
    offered: { projectId: string; contactId: string },
    email: string,
    subscription: Subscription,
    split: DataSplit,
  ): ContactState {
    const id = this.newContactId(offered.contactId);
    return { projectId: offered.projectId, id, email, ...subscription, data: mergeData({}, split) };
  }

  private take(stage: Stage): void {
    const { contacts, facts } = stage.finish();
    for (const [key, contact] of contacts) this.contacts.set(key, contact);
    this.facts.push(...facts);
  }
}

/** The changes of one item, kept apart until all of it is known to be right. */
class Stage {
  private readonly contacts = new Map<string, ContactState>();
  private readonly facts: DraftFact[] = [];
  private readonly refusals: FieldError[] = [];

  constructor(
    private readonly before: ReadonlyMap<string, ContactState>,
    private readonly item: { projectId: string; requestId: string },
  ) {}

  change(
    given: { email: string },
    field: string,
    decide: (current: ContactState | undefined, email: string) => ContactState,
  ): ContactState {
    const email = normalizeEmail(given.email);
    if (email === null) throw validationError([{ field, code: 'invalid_email', message: 'must be an email address' }]);
    const key = contactKey(this.item.projectId, email);
    const contact = decide(this.contacts.get(key) ?? this.before.get(key), email);
    this.contacts.set(key, contact);
    return contact;
  }

  /** An existing contact with the request's data and wish; the same object when nothing changes. */
  move(current: ContactState, wish: boolean | undefined, keyKind: 'public' | 'secret', split: DataSplit): ContactState {
    const data = mergeData(current.data, split);
    const { next, fact } = moveSubscription(current, wish, keyKind);
    if (fact) this.facts.push({ fact: { ...about(current, this.item), subject: fact, data: {} }, eventId: null });
    if (data === current.data && next === current) return current;
    return { ...current, subscribed: next.subscribed, suppressed: next.suppressed, data };
  }

  refuse(field: string): void {
    this.refusals.push({ field, code: 'unsubscribed', message: 'is not subscribed: marketing mail is not sent to it' });
  }

  finish() {
    if (this.refusals.length > 0) throw validationError(this.refusals);
    return { contacts: this.contacts, facts: this.facts };
  }
}

const about = (contact: ContactState, item: { requestId: string }) => ({
  projectId: contact.projectId,
  requestId: item.requestId,
  contactId: contact.id,
  contactEmail: contact.email,
});

/** A recipient's display name is kept as `data.name`, unless the request's data says something about `name` itself. */
function withName(shared: DataSplit, recipient: UpsertRecipient, data: Data | undefined): DataSplit {
  if (!recipient.name || (data && Object.hasOwn(data, 'name'))) return shared;
  const own = splitData({ name: recipient.name }, 'send');
  return { ...shared, set: { ...shared.set, ...own.set } };
}
