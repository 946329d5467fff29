import type { Schema } from '../../api/client';
import { i18n } from '../../text/i18n';

/** The meaning of a state, which has a colour and an icon. */
export type Tone = 'good' | 'watch' | 'bad' | 'neutral' | 'machine' | 'active';

export interface StatusWord {
  word: string;
  tone: Tone;
}

const emailStatuses: Record<Schema<'EmailWaybill'>['status'], StatusWord> = {
  QUEUED: { word: i18n.t('Queued'), tone: 'neutral' },
  SENDING: { word: i18n.t({ id: 'is sending', message: 'Sending' }), tone: 'active' },
  SENT: { word: i18n.t('Sent'), tone: 'active' },
  DELIVERED: { word: i18n.t('Delivered'), tone: 'good' },
  OPENED: { word: i18n.t('Opened'), tone: 'good' },
  CLICKED: { word: i18n.t('Clicked'), tone: 'good' },
  BOUNCED: { word: i18n.t('Bounced'), tone: 'bad' },
  COMPLAINED: { word: i18n.t('Complained'), tone: 'bad' },
  FAILED: { word: i18n.t('Failed'), tone: 'bad' },
  SUPPRESSED: { word: i18n.t('Suppressed'), tone: 'watch' },
  UNKNOWN: { word: i18n.t('Unknown outcome'), tone: 'watch' },
  RECEIVED: { word: i18n.t('Received'), tone: 'neutral' },
};

const campaignStatuses: Record<Schema<'CampaignStatus'>, StatusWord> = {
  DRAFT: { word: i18n.t('Draft'), tone: 'neutral' },
  SCHEDULED: { word: i18n.t('Scheduled'), tone: 'watch' },
  SENDING: { word: i18n.t({ id: 'is sending', message: 'Sending' }), tone: 'active' },
  SENT: { word: i18n.t('Sent'), tone: 'good' },
  CANCELLED: { word: i18n.t('Cancelled'), tone: 'neutral' },
};

const executionStatuses: Record<Schema<'ExecutionStatus'>, StatusWord> = {
  RUNNING: { word: i18n.t('Running'), tone: 'active' },
  WAITING: { word: i18n.t('Waiting'), tone: 'watch' },
  COMPLETED: { word: i18n.t('Completed'), tone: 'good' },
  EXITED: { word: i18n.t('Exited'), tone: 'good' },
  CANCELLED: { word: i18n.t('Cancelled'), tone: 'neutral' },
  FAILED: { word: i18n.t('Failed'), tone: 'bad' },
};

const recordStatuses: Record<Schema<'RecordStatus'>, StatusWord> = {
  pending: { word: i18n.t('Not checked yet'), tone: 'neutral' },
  verified: { word: i18n.t('Found'), tone: 'good' },
  missing: { word: i18n.t('Missing'), tone: 'bad' },
  mismatch: { word: i18n.t('Other value found'), tone: 'bad' },
  unknown: { word: i18n.t('DNS did not answer'), tone: 'watch' },
};

/** Every state that the API knows, by kind: the word a reader sees and what it means. */
export const statuses = {
  email: emailStatuses,
  campaign: campaignStatuses,
  execution: executionStatuses,
  record: recordStatuses,
  domain: {
    verified: { word: i18n.t('Verified'), tone: 'good' },
    pending: { word: i18n.t('Waiting for DNS'), tone: 'watch' },
  },
  member: {
    ACTIVE: { word: i18n.t('Member'), tone: 'good' },
    PENDING: { word: i18n.t('Invited'), tone: 'watch' },
  },
  job: {
    waiting: { word: i18n.t('Queued'), tone: 'neutral' },
    active: { word: i18n.t('Running'), tone: 'active' },
    completed: { word: i18n.t('Done'), tone: 'good' },
    failed: { word: i18n.t('Failed'), tone: 'bad' },
  },
  subscription: {
    true: { word: i18n.t('Subscribed'), tone: 'good' },
    false: { word: i18n.t('Unsubscribed'), tone: 'watch' },
  },
  workflow: {
    true: { word: i18n.t('Enabled'), tone: 'good' },
    false: { word: i18n.t('Off'), tone: 'neutral' },
  },
} satisfies Record<string, Record<string, StatusWord>>;

export type StatusKind = keyof typeof statuses;

/** The word and the meaning of a state; one that this version does not know is shown as the API writes it. */
export function statusOf(kind: StatusKind, state: string | boolean): StatusWord {
  const known: Record<string, StatusWord> = statuses[kind];
  return known[String(state)] ?? { word: String(state), tone: 'neutral' };
}
