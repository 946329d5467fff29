import type { NotificationPayload } from './report';
import { machineReason } from './machine';

const sentAt = '2026-11-21T12:00:00.000Z';
const at = (milliseconds: number) => new Date(Date.parse(sentAt) + milliseconds).toISOString();
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const judge = (kind: 'Open' | 'Click', after: number, payload: NotificationPayload = { userAgent: firefox }) =>
  machineReason({ kind, occurredAt: at(after), payload }, sentAt);

describe('machineReason', () => {
  it('takes a reader for a reader', () => {
    expect(judge('Click', 501)).toBeNull();
    expect(judge('Open', 0)).toBeNull();
    expect(judge('Open', 5_000, { userAgent: '' })).toBeNull();
  });

  it('knows a click within half a second of hand-over as a filter', () => {
    expect(judge('Click', 499)).toBe('right_after_handover');
    expect(judge('Click', -20)).toBe('right_after_handover');
    expect(machineReason({ kind: 'Click', occurredAt: at(0), payload: { userAgent: firefox } }, null)).toBeNull();
  });

  it('knows a burst over all links', () => {
    expect(judge('Click', 60_000, { userAgent: firefox, burst: true })).toBe('every_link_at_once');
  });

  it.each([
    ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', 'image_proxy'],
    ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'image_proxy'],
    ['Barracuda Sentinel (EE)', 'scanner'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'scanner'],
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'scanner'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/120.0', 'scanner'],
  ])('knows %s', (userAgent, reason) => {
    expect(judge('Open', 60_000, { userAgent })).toBe(reason);
    expect(judge('Click', 60_000, { userAgent })).toBe(reason);
  });

  it('judges only opens and clicks, and what the simulator plays never by its moment', () => {
    expect(
      machineReason({ kind: 'Delivery', occurredAt: at(0), payload: { userAgent: 'Googlebot' } }, sentAt),
    ).toBeNull();
    expect(judge('Click', 1, {})).toBeNull();
  });
});
