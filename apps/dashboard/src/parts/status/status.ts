import type { Schema } from '../../api/client';

/** The meaning of a state, which has a colour and an icon. */
export type Tone = 'good' | 'watch' | 'bad' | 'neutral' | 'machine' | 'active';

export interface StatusWord {
  word: string;
  tone: Tone;
}

const emailStatuses: Record<Schema<'EmailWaybill'>['status'], StatusWord> = {
  QUEUED: { word: 'Queued', tone: 'neutral' },
  SENDING: { word: 'Sending', tone: 'active' },
  SENT: { word: 'Sent', tone: 'active' },
  DELIVERED: { word: 'Delivered', tone: 'good' },
  OPENED: { word: 'Opened', tone: 'good' },
  CLICKED: { word: 'Clicked', tone: 'good' },
  BOUNCED: { word: 'Bounced', tone: 'bad' },
  COMPLAINED: { word: 'Complained', tone: 'bad' },
  FAILED: { word: 'Failed', tone: 'bad' },
  SUPPRESSED: { word: 'Suppressed', tone: 'watch' },
  UNKNOWN: { word: 'Unknown outcome', tone: 'watch' },
  RECEIVED: { word: 'Received', tone: 'neutral' },
};

const campaignStatuses: Record<Schema<'CampaignStatus'>, StatusWord> = {
  DRAFT: { word: 'Draft', tone: 'neutral' },
  SCHEDULED: { word: 'Scheduled', tone: 'watch' },
  SENDING: { word: 'Sending', tone: 'active' },
  SENT: { word: 'Sent', tone: 'good' },
  CANCELLED: { word: 'Cancelled', tone: 'neutral' },
};

const executionStatuses: Record<Schema<'ExecutionStatus'>, StatusWord> = {
  RUNNING: { word: 'Running', tone: 'active' },
  WAITING: { word: 'Waiting', tone: 'watch' },
  COMPLETED: { word: 'Completed', tone: 'good' },
  EXITED: { word: 'Exited', tone: 'good' },
  CANCELLED: { word: 'Cancelled', tone: 'neutral' },
  FAILED: { word: 'Failed', tone: 'bad' },
};

const recordStatuses: Record<Schema<'RecordStatus'>, StatusWord> = {
  pending: { word: 'Not checked yet', tone: 'neutral' },
  verified: { word: 'Found', tone: 'good' },
  missing: { word: 'Missing', tone: 'bad' },
  mismatch: { word: 'Other value found', tone: 'bad' },
  unknown: { word: 'DNS did not answer', tone: 'watch' },
};

/** Every state that the API knows, by kind: the word a reader sees and what it means. */
export const statuses = {
  email: emailStatuses,
  campaign: campaignStatuses,
  execution: executionStatuses,
  record: recordStatuses,
  domain: {
    verified: { word: 'Verified', tone: 'good' },
    pending: { word: 'Waiting for DNS', tone: 'watch' },
  },
  member: {
    ACTIVE: { word: 'Member', tone: 'good' },
    PENDING: { word: 'Invited', tone: 'watch' },
  },
  job: {
    waiting: { word: 'Queued', tone: 'neutral' },
    active: { word: 'Running', tone: 'active' },
    completed: { word: 'Done', tone: 'good' },
    failed: { word: 'Failed', tone: 'bad' },
  },
  subscription: {
    true: { word: 'Subscribed', tone: 'good' },
    false: { word: 'Unsubscribed', tone: 'watch' },
  },
  workflow: {
    true: { word: 'Enabled', tone: 'good' },
    false: { word: 'Off', tone: 'neutral' },
  },
} satisfies Record<string, Record<string, StatusWord>>;

export type StatusKind = keyof typeof statuses;

/** The word and the meaning of a state; one that this version does not know is shown as the API writes it. */
export function statusOf(kind: StatusKind, state: string | boolean): StatusWord {
  const known: Record<string, StatusWord> = statuses[kind];
  return known[String(state)] ?? { word: String(state), tone: 'neutral' };
}
