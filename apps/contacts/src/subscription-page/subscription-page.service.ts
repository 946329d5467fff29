import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import type {
  ChangedSubscription,
  ChangeSubscription,
  GetSubscription,
  SubscriptionView,
} from '@waybill/contracts/subscription/subscription';
import { Db, type Queryable } from '@waybill/database/db';
import { Outbox } from '@waybill/messaging/event/outbox';
import { moveSubscription, type Subscription } from '../contact/subscription';
import { changeStatement, lockStatement, readStatement } from './subscription-page.sql';

type ContactRow = Subscription & { email: string; locale: string | null };

/** Reads and changes the subscription of one contact, which a signed link has authenticated. */
@Injectable()
export class SubscriptionPageService {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  /** @throws 404 CONTACT_NOT_FOUND when the contact was deleted. */
  async get(request: GetSubscription): Promise<SubscriptionView> {
    return toView(await find(this.db, readStatement, request));
  }

  /**
   * Makes the contact's wish true; the wish that is true already changes nothing. Subscribing lifts a bounce or complaint:
   * it is the person's own word. The event has no reason: that is for automatic changes.
   * @throws 404 CONTACT_NOT_FOUND.
   */
  async change(request: ChangeSubscription): Promise<ChangedSubscription> {
    const { projectId, contactId, subscribed, requestId } = request;
    const view = await this.db.transaction(async (tx) => {
      const contact = await find(tx, lockStatement, request);
      const { next, event } = moveSubscription(contact, subscribed, 'secret');
      if (next !== contact) await tx.query(changeStatement, [projectId, contactId, next.subscribed, next.suppressed]);
      if (event) {
        await this.outbox.add(tx, [
          { subject: event, projectId, requestId, contactId, contactEmail: contact.email, data: {} },
        ]);
      }
      return { ...toView({ ...contact, ...next }), changed: event !== null };
    });
    this.outbox.wake();
    return view;
  }
}

async function find(from: Queryable, statement: typeof readStatement, request: GetSubscription): Promise<ContactRow> {
  const [row] = await from.query<ContactRow & Record<string, unknown>>(statement, [
    request.projectId,
    request.contactId,
  ]);
  if (!row) throw new AppError('CONTACT_NOT_FOUND', 'There is no such contact any more');
  return row;
}

const toView = ({ email, subscribed, locale }: ContactRow): SubscriptionView => ({ email, subscribed, locale });
