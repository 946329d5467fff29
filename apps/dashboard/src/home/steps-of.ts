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
    title: 'Verify a sending domain',
    words: 'Add the domain of your senders and create its DNS records.',
    isDone: setup.hasVerifiedDomain,
    to: '/domains',
    action: 'To the domains',
  },
  {
    key: 'send',
    title: 'Send the first email',
    words: 'One email to yourself shows that everything works.',
    isDone: emailsSent > 0,
  },
  {
    key: 'contacts',
    title: 'Bring your contacts',
    words: 'Import a file, or track events: who does something becomes a contact.',
    isDone: setup.contactCount > 0,
    to: '/contacts',
    action: 'To the contacts',
  },
  {
    key: 'campaign',
    title: 'Send a campaign',
    words: 'One email to many contacts at once.',
    isDone: setup.lastCampaignSentAt !== null,
    to: '/campaigns',
    action: 'To the campaigns',
  },
  {
    key: 'workflow',
    title: 'Enable a workflow',
    words: 'Emails that go out by themselves when something happens.',
    isDone: setup.hasEnabledWorkflow,
    to: '/workflows',
    action: 'To the workflows',
  },
];
