import type { EmailStatus } from '../../ledger/email-state';
import { applyReport, type EmailProgress, type Report } from './effect';
import type { NotificationKind, NotificationPayload } from './report';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

function email(status: EmailStatus, over: Partial<EmailProgress> = {}): EmailProgress {
  const open = ['QUEUED', 'UNKNOWN', 'FAILED'].includes(status);
  return {
    id: 'e',
    project_id: 'p',
    contact_id: 'c',
    to_address: 'ann@example.com',
    from_address: 'hello@sender.example',
    from_name: 'Sender',
    template_id: null,
    campaign_id: null,
    source_type: 'TRANSACTIONAL',
    request_id: 'r',
    status,
    reason: null,
    subject: 'Hi',
    provider: open ? null : 'ses',
    provider_message_id: open ? null : 'm-1',
    sent_at: open ? null : at(0),
    delivered_at: null,
    opened_at: null,
    clicked_at: null,
    bounced_at: null,
    complained_at: null,
    opens: 0,
    clicks: 0,
    ...over,
  };
}

const report = (kind: NotificationKind, second = 1, payload: NotificationPayload = {}): Report => ({
  provider: 'ses',
  kind,
  occurredAt: at(second),
  payload,
});

/** Applies reports one after another; answers the end state and all events. */
function play(start: EmailProgress, ...reports: Report[]) {
  let state = start;
  const events = reports.flatMap((one) => {
    const effect = applyReport(state, one);
    state = effect.email;
    return effect.events;
  });
  return { state, events, subjects: events.map((event) => event.subject) };
}

const base = {
  subject: 'Hi',
  from: 'hello@sender.example',
  fromName: 'Sender',
  messageId: 'm-1',
  emailId: 'e',
  templateId: null,
  campaignId: null,
  sourceType: 'TRANSACTIONAL',
};

describe('applyReport', () => {
  it.each([
    ['Delivery', {}, { deliveredAt: at(1) }, 'email.delivery', 'DELIVERED'],
    ['Open', {}, { openedAt: at(1), opens: 1, isFirstOpen: true }, 'email.open', 'OPENED'],
    [
      'Click',
      { link: 'https://x.example/' },
      { link: 'https://x.example/', clickedAt: at(1), clicks: 1, isFirstClick: true },
      'email.click',
      'CLICKED',
    ],
    ['Bounce', { bounceType: 'Permanent' }, { bounceType: 'Permanent', bouncedAt: at(1) }, 'email.bounce', 'BOUNCED'],
    ['Bounce', { bounceType: 'Transient' }, { bounceType: 'Transient', transientBounce: true }, 'email.bounce', 'SENT'],
    [
      'Bounce',
      { bounceType: 'Undetermined' },
      { bounceType: 'Transient', transientBounce: true },
      'email.bounce',
      'SENT',
    ],
    ['Complaint', {}, { complainedAt: at(1) }, 'email.complaint', 'COMPLAINED'],
  ] as const)('%s with %j tells every field and moves the email', (kind, payload, extra, subject, status) => {
    const { state, events } = play(email('SENT'), report(kind, 1, payload));
    expect(state.status).toBe(status);
    expect(events).toEqual([
      {
        subject,
        projectId: 'p',
        requestId: 'r',
        contactId: 'c',
        contactEmail: 'ann@example.com',
        occurredAt: at(1),
        data: { ...base, ...extra },
      },
    ]);
  });

  it('never goes back, whatever the order of the reports', () => {
    const reports = [report('Click', 5), report('Open', 4), report('Delivery', 3), report('Send', 2)];
    const { state, subjects } = play(email('SENT'), ...reports);
    expect(state).toMatchObject({ status: 'CLICKED', delivered_at: at(3), opened_at: at(4), clicked_at: at(5) });
    expect(subjects).toEqual(['email.click', 'email.open', 'email.delivery']);
  });

  it('counts every open and click but emits an event for the first only', () => {
    const { state, subjects } = play(email('SENT'), report('Open'), report('Open'), report('Click'), report('Click'));
    expect(state).toMatchObject({ opens: 2, clicks: 2, status: 'CLICKED' });
    expect(subjects).toEqual(['email.open', 'email.click']);
  });

  it('emits one event for a delivery, a permanent bounce and a complaint', () => {
    const twice = (kind: NotificationKind, payload = {}) => [report(kind, 1, payload), report(kind, 2, payload)];
    const bounce = twice('Bounce', { bounceType: 'Permanent' });
    const { subjects } = play(email('SENT'), ...twice('Delivery'), ...bounce, ...twice('Complaint'));
    expect(subjects).toEqual(['email.delivery', 'email.bounce', 'email.complaint']);
  });

  it.each(['UNKNOWN', 'QUEUED'] as const)(
    'evidence settles an email that is %s and tells email.sent once',
    (status) => {
      const payload = { messageId: 'm-9', subject: 'Hi Ann' };
      const { state, events, subjects } = play(
        email(status),
        report('Delivery', 3, payload),
        report('Send', 4, payload),
      );
      expect(state).toMatchObject({ status: 'DELIVERED', sent_at: at(3), provider: 'ses', provider_message_id: 'm-9' });
      expect(subjects).toEqual(['email.sent', 'email.delivery']);
      expect(events[0]?.data).toEqual({ ...base, subject: 'Hi Ann', messageId: 'm-9', sentAt: at(3) });
    },
  );

  it('late evidence revives an email that failed in doubt, and no other failed one', () => {
    expect(play(email('FAILED', { reason: 'outcome_unknown' }), report('Delivery')).state.status).toBe('DELIVERED');
    const rejected = play(email('FAILED', { reason: 'rejected: no' }), report('Delivery'));
    expect(rejected.state).toMatchObject({ status: 'FAILED', sent_at: null });
  });

  it('a rejection by the provider fails what was not delivered', () => {
    expect(play(email('SENT'), report('Reject', 1, { reason: 'virus' })).state).toMatchObject({
      status: 'FAILED',
      reason: 'rejected: virus',
    });
    expect(play(email('DELIVERED'), report('RenderingFailure')).state.status).toBe('DELIVERED');
  });

  it('a delay changes nothing', () => {
    expect(play(email('SENT'), report('DeliveryDelay'))).toMatchObject({ state: email('SENT'), events: [] });
  });
});
