import { i18n } from '../text/i18n';
/** One of the first steps; `to` is the screen on which it is done. */
export interface Step {
  key: 'domain' | 'send' | 'contacts' | 'campaign' | 'workflow';
  title: string;
  words: string;
  isDone: boolean;
  to?: string;
  action?: string;
}

interface Setup {
  hasVerifiedDomain: boolean;
  contactCount: number;
  lastCampaignSentAt: string | null;
  hasEnabledWorkflow: boolean;
}

/** The way from a new project to one that works by itself. */
export const stepsOf = (setup: Setup, emailsSent: number): Step[] => [
  {
    key: 'domain',
    title: i18n.t('Verify a sending domain'),
    words: i18n.t('Add the domain of your senders and create its DNS records.'),
    isDone: setup.hasVerifiedDomain,
    to: '/domains',
    action: i18n.t('To the domains'),
  },
  {
    key: 'send',
    title: i18n.t('Send the first email'),
    words: i18n.t('One email to yourself shows that everything works.'),
    isDone: emailsSent > 0,
  },
  {
    key: 'contacts',
    title: i18n.t('Bring your contacts'),
    words: i18n.t('Import a file, or track events: who does something becomes a contact.'),
    isDone: setup.contactCount > 0,
    to: '/contacts',
    action: i18n.t('To the contacts'),
  },
  {
    key: 'campaign',
    title: i18n.t('Send a campaign'),
    words: i18n.t('One email to many contacts at once.'),
    isDone: setup.lastCampaignSentAt !== null,
    to: '/campaigns',
    action: i18n.t('To the campaigns'),
  },
  {
    key: 'workflow',
    title: i18n.t('Enable a workflow'),
    words: i18n.t('Emails that go out by themselves when something happens.'),
    isDone: setup.hasEnabledWorkflow,
    to: '/workflows',
    action: i18n.t('To the workflows'),
  },
];
