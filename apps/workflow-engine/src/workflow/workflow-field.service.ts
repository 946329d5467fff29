import { Injectable } from '@nestjs/common';
import type { WorkflowField, WorkflowFields, WorkflowFieldsOf } from '@waybill/contracts/workflows/workflow';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { latestEventData } from './workflow.sql';

const maxEventKeys = 200;

/** The fields that a CONDITION can look at: the contact's, and those of an event. */
@Injectable()
export class WorkflowFieldService {
  constructor(
    private readonly asks: AskClient,
    private readonly db: Db,
  ) {}

  /** @throws 503 while the contacts service does not answer */
  async list({ projectId, eventName }: WorkflowFieldsOf): Promise<WorkflowFields> {
    const contact = await this.asks.ask('contacts.fields', { projectId });
    const own = contact.fields.map(
      ({ field, type, isCustom }): WorkflowField => ({
        field: `contact.${field}`,
        type,
        category: isCustom ? 'Custom Data' : 'Contact Fields',
      }),
    );
    const typedFields = [...own, ...(eventName ? await this.eventFields(projectId, eventName) : [])];
    return { fields: typedFields.map(({ field }) => field), typedFields, count: typedFields.length };
  }

  private async eventFields(projectId: string, eventName: string): Promise<WorkflowField[]> {
    const known = internalFields(eventName);
    const rows = known ? [] : await this.db.query<{ data: object }>(latestEventData, [projectId, eventName]);
    const types = new Map<string, string>(Object.entries(known ?? {}));
    for (const [key, value] of rows.flatMap(({ data }) => Object.entries(data))) {
      if (!types.has(key) && types.size < maxEventKeys) types.set(key, typeOf(value));
    }
    return [...types].map(([key, type]) => ({ field: `event.${key}`, type, category: 'Event Data' }));
  }
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}/.test(value) ? 'date' : 'string';
  return value === null ? 'string' : typeof value;
}

const ofEmails = {
  ...{ subject: 'string', from: 'string', fromName: 'string', messageId: 'string', emailId: 'string' },
  ...{ templateId: 'string', campaignId: 'string', sourceType: 'string' },
};
const ofInternal: Record<string, Record<string, string>> = {
  'email.sent': { ...ofEmails, sentAt: 'date' },
  'email.delivery': { ...ofEmails, deliveredAt: 'date' },
  'email.open': { ...ofEmails, openedAt: 'date', opens: 'number', isFirstOpen: 'boolean' },
  'email.click': { ...ofEmails, link: 'string', clickedAt: 'date', clicks: 'number', isFirstClick: 'boolean' },
  'email.bounce': { ...ofEmails, bounceType: 'string', bouncedAt: 'date', transientBounce: 'boolean' },
  'email.complaint': { ...ofEmails, complainedAt: 'date' },
  'email.received': {
    ...{ messageId: 'string', from: 'string', fromHeader: 'string', to: 'string', subject: 'string' },
    ...{ timestamp: 'date', recipients: 'array', hasContent: 'boolean', body: 'string', spamVerdict: 'string' },
    ...{ virusVerdict: 'string', spfVerdict: 'string', dkimVerdict: 'string', dmarcVerdict: 'string' },
    processingTimeMillis: 'number',
  },
  'contact.subscribed': { reason: 'string' },
  'contact.unsubscribed': { reason: 'string' },
};

/** The fields of an internal event by type (docs/events.md); null for a tracked event. */
function internalFields(eventName: string): Record<string, string> | null {
  if (/^segment\..+\.(entry|exit)$/.test(eventName)) return { segmentId: 'string', segmentName: 'string' };
  return Object.hasOwn(ofInternal, eventName) ? ofInternal[eventName]! : null;
}
