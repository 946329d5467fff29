import type { NotificationKind, NotificationPayload } from './report';

/** Why an open or click is not a person's. */
export type MachineReason = 'scanner' | 'image_proxy' | 'right_after_handover' | 'every_link_at_once';

/** A click so soon after hand-over is a filter's, which looks at links before it delivers. Milliseconds. */
const soonest = 500;
/** Milliseconds: a client that fetches all links of one email within them is no reader. */
export const burstWindow = 2_000;

/** Programs that fetch the images of an email for its reader, at a moment of their own choosing. */
const imageProxies = /GoogleImageProxy|YahooMailProxy|YahooCacheSystem|DuckDuckGo-Favicons|FastmailProxy|ProtonMail/i;
/** Mail filters, link checkers, previewers and crawlers that name themselves. */
const scanners = new RegExp(
  [
    'bot\\b|crawler|spider|slurp|scanner|preview|HeadlessChrome|PhantomJS|facebookexternalhit|WhatsApp/|SkypeUriPreview',
    'Barracuda|Mimecast|Proofpoint|urldefense|SafeLinks|MessageLabs|Symantec|TrendMicro|Sophos|FireEye|Trellix|Cisco-?ESA',
    'IronPort|Zscaler|Forcepoint|Fortinet|FortiGuard|WebPulse|Cloudmark|Vade ?Secure|Hornetsecurity|Avanan|CheckPoint',
    'Microsoft-?Defender|BitDefender|Kaspersky|\\bESET\\b|VirusTotal|urlscan|PhishTank|Google-Safety|GoogleOther|Expanse',
  ].join('|'),
  'i',
);

/** The verdict that a program's own name gives; null when it may be a person's. */
export function machineByName(userAgent: string | null | undefined): MachineReason | null {
  if (!userAgent) return null;
  if (imageProxies.test(userAgent)) return 'image_proxy';
  return scanners.test(userAgent) ? 'scanner' : null;
}

/**
 * Is a report of an open or click a machine's, and why? It is kept, but it is no first open or click. `sentAt` is the
 * hand-over of the email, null while it is not known. Only reports of a real fetch, which name a user agent, are judged by
 * their moment: the simulator plays its reader's part at once.
 */
export function machineReason(
  { kind, occurredAt, payload }: { kind: NotificationKind; occurredAt: string; payload: NotificationPayload },
  sentAt: string | null,
): MachineReason | null {
  if (kind !== 'Open' && kind !== 'Click') return null;
  const named = machineByName(payload.userAgent);
  if (named || kind === 'Open' || payload.userAgent === undefined) return named;
  if (payload.burst) return 'every_link_at_once';
  const soon = sentAt !== null && Date.parse(occurredAt) - Date.parse(sentAt) < soonest;
  return soon ? 'right_after_handover' : null;
}
