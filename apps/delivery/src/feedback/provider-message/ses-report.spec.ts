import * as ses from '@waybill/testing/fake/ses-events';
import { readSesMessage } from './ses-report';

const emailId = '0198f7a2-0000-7000-8000-00000000000e';
const projectId = '0198f7a2-0000-7000-8000-00000000000a';
const mail = { messageId: '0100-1', to: 'Ann@person.example', tags: { emailId, projectId, attempt: '2' } };
const read = (event: unknown) => readSesMessage(JSON.stringify(event));

const reportOf = (event: unknown) => {
  const message = read(event);
  if (!('report' in message)) throw new Error(JSON.stringify(message));
  return message.report;
};

describe('a report of Amazon SES', () => {
  const cases: [string, object, object][] = [
    ['Send', ses.sendEvent(mail), { kind: 'Send' }],
    ['Delivery', ses.deliveryEvent(mail), { kind: 'Delivery', payload: { reason: '250 ok' } }],
    ['Open', ses.openEvent(mail), { kind: 'Open', payload: { userAgent: 'Mozilla/5.0' } }],
    ['Click', ses.clickEvent(mail, 'https://a.example/'), { kind: 'Click', payload: { link: 'https://a.example/' } }],
    ['a permanent bounce', ses.bounceEvent(mail, 'Permanent'), { payload: { bounceType: 'Permanent' } }],
    ['a transient bounce', ses.bounceEvent(mail, 'Transient'), { payload: { bounceType: 'Transient' } }],
    ['an undetermined bounce', ses.bounceEvent(mail, 'Undetermined'), { payload: { bounceType: 'Undetermined' } }],
    ['a complaint', ses.complaintEvent(mail), { kind: 'Complaint', payload: { reason: 'abuse' } }],
    [
      'a delay',
      ses.sesEvent('DeliveryDelay', mail, { delayType: 'MailboxFull' }),
      { kind: 'DeliveryDelay', payload: { reason: 'MailboxFull' } },
    ],
    ['a reject', ses.sesEvent('Reject', mail, { reason: 'Bad content' }), { payload: { reason: 'Bad content' } }],
    [
      'a rendering failure',
      ses.sesEvent('Rendering Failure', mail, { errorMessage: 'no value', templateName: 't' }),
      { kind: 'RenderingFailure', payload: { reason: 'no value' } },
    ],
  ];

  it.each(cases)('is read: %s', (_what, event, expected) => {
    const about = { provider: 'ses', emailId, projectId, attempt: 2 };
    expect(reportOf(event)).toMatchObject({ ...about, ...expected });
    expect(reportOf(event).payload).toMatchObject({ messageId: '0100-1', subject: 'Your receipt' });
  });

  it.each(cases)('without tags is about the email that SES took under its id: %s', (_what, event) => {
    const report = reportOf(ses.asFeedback(event as Record<string, unknown>));
    expect(report).toMatchObject({ emailId: null, projectId: null, payload: { messageId: '0100-1' } });
  });

  it.each(cases)('has the same key in every message about it: %s', (_what, event) => {
    expect(reportOf(ses.asFeedback(event as Record<string, unknown>)).dedupKey).toBe(reportOf(event).dedupKey);
  });

  it('has a key of its own for each kind, email, recipient, feedback and click', () => {
    const other = { ...mail, messageId: '0100-2' };
    const elsewhere = { ...mail, to: 'bob@person.example' };
    const again = ses.bounceEvent(mail, 'Transient');
    (again['bounce'] as Record<string, unknown>)['feedbackId'] = 'second';
    const events = [
      ...cases.map(([, event]) => event).filter((event) => !JSON.stringify(event).includes('Undetermined')),
      ...[ses.deliveryEvent(other), ses.deliveryEvent(elsewhere), again, ses.clickEvent(mail, 'https://b.example/')],
    ];
    // Both bounces carry the same feedback id: they are one fact.
    expect(new Set(events.map((event) => reportOf(event).dedupKey)).size).toBe(events.length - 1);
  });

  it('is dated by its own moment, else by that of the email', () => {
    const event = ses.deliveryEvent(mail);
    (event['delivery'] as Record<string, unknown>)['timestamp'] = '2026-01-02T03:04:05.678Z';
    expect(reportOf(event).occurredAt).toBe('2026-01-02T03:04:05.678Z');
    const sent = ses.sendEvent(mail);
    expect(reportOf(sent).occurredAt).toBe((sent['mail'] as Record<string, unknown>)['timestamp']);
  });

  it('keeps no text that the database could not, and none without end', () => {
    const event = ses.sesEvent('Reject', { ...mail, subject: 'a\0b\ud800' }, { reason: 'x'.repeat(5_000) });
    expect(reportOf(event).payload).toMatchObject({ subject: 'ab\ufffd', reason: 'x'.repeat(1_000) });
  });

  it('names no email by tags that are none of ours', () => {
    const foreign = { ...mail, tags: { emailId: 'x', projectId, attempt: '-1' } };
    expect(reportOf(ses.sendEvent(foreign))).toMatchObject({ emailId: null, projectId: null, attempt: null });
  });
});

describe('what is no report', () => {
  it.each([
    ['text', 'Successfully validated SNS topic for Amazon SES event publishing.'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no mail', '{"eventType":"Send"}'],
    ['a mail that is none', '{"eventType":"Send","mail":[]}'],
    ['no id', '{"eventType":"Send","mail":{}}'],
    ['another kind', '{"eventType":"Subscription","mail":{"messageId":"1"}}'],
    ['a name of a prototype', '{"eventType":"constructor","mail":{"messageId":"1"}}'],
  ])('is ignored: %s', (_what, content) => {
    expect(readSesMessage(content)).toEqual({ ignored: expect.any(String) });
  });

  it('is ignored: a recipient reports that the email is not spam', () => {
    const event = ses.sesEvent('Complaint', mail, { complaintFeedbackType: 'not-spam', feedbackId: 'f' });
    expect(read(event)).toEqual({ ignored: expect.stringContaining('not spam') });
  });

  it('is mail for us', () => {
    expect(read({ notificationType: 'Received', mail: {}, receipt: {} })).toMatchObject({ received: { receipt: {} } });
  });
});
