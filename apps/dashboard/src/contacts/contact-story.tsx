import { CodeBlock } from '../parts/copy/copy';
import { ScreenLink } from '../parts/link/screen-link';
import type { Tone } from '../parts/status/status';
import type { WaybillEntry } from '../parts/waybill/waybill';
import type { ContactEvent, Upcoming } from './contact.queries';

const words: Record<string, { what: string; tone: Tone }> = {
  'email.sent': { what: 'Email sent', tone: 'active' },
  'email.delivery': { what: 'Email delivered', tone: 'good' },
  'email.open': { what: 'Email opened', tone: 'good' },
  'email.click': { what: 'Link clicked', tone: 'good' },
  'email.bounce': { what: 'Email bounced', tone: 'bad' },
  'email.complaint': { what: 'Reported as spam', tone: 'bad' },
  'email.received': { what: 'Email received', tone: 'neutral' },
  'email.suppressed': { what: 'Not sent: suppressed', tone: 'watch' },
  'contact.subscribed': { what: 'Subscribed', tone: 'good' },
  'contact.unsubscribed': { what: 'Unsubscribed', tone: 'watch' },
};

/** One event of a contact's story as a stamp; one that a customer tracked carries its own name. */
export function storyEntry({ id, name, data, emailId, createdAt }: ContactEvent): WaybillEntry {
  const { what, tone } = words[name] ?? { what: segmentWords(name) ?? name, tone: 'neutral' as const };
  const subject = data && typeof data['subject'] === 'string' ? data['subject'] : null;
  const reason = data && typeof data['reason'] === 'string' ? data['reason'] : null;
  const text = [what, subject ?? reason].filter(Boolean).join(': ');
  return {
    key: id,
    at: createdAt,
    tone,
    what: emailId ? <ScreenLink to={`/emails/${emailId}`}>{text}</ScreenLink> : text,
    detail:
      data && Object.keys(data).length > 0 ? (
        <CodeBlock code={JSON.stringify(data, null, 2)} label={`Data of ${name}`} />
      ) : undefined,
  };
}

/** `segment.gold.entry` as a sentence. */
function segmentWords(name: string): string | null {
  const [, slug, kind] = /^segment\.(.+)\.(entry|exit)$/.exec(name) ?? [];
  return slug ? `${kind === 'entry' ? 'Entered' : 'Left'} the segment ${slug}` : null;
}

const reasons = {
  suppressed: 'the address is suppressed',
  unsubscribed: 'the contact is unsubscribed',
  not_in_audience: 'the audience does not include the contact',
};

/** One thing that is due as a stamp; a campaign that would not reach the contact says why. */
export function upcomingEntry({ id, type, timestamp, included, reasons: why, metadata }: Upcoming): WaybillEntry {
  const text = (key: string): string => (typeof metadata[key] === 'string' ? metadata[key] : '');
  if (type === 'campaign.scheduled') {
    const not = why.map((reason) => reasons[reason]).join(', ');
    return {
      key: id,
      at: timestamp,
      tone: included ? 'active' : 'neutral',
      what: (
        <>
          Campaign <ScreenLink to={`/campaigns/${id}`}>{text('campaignName')}</ScreenLink>
          {included ? '' : `, not for this contact: ${not}`}
        </>
      ),
    };
  }
  if (type === 'email.scheduled') {
    return {
      key: id,
      at: timestamp,
      tone: 'watch',
      what: <ScreenLink to={`/emails/${id}`}>{`Next attempt: ${text('subject')}`}</ScreenLink>,
    };
  }
  const waits = text('waitsFor');
  return {
    key: id,
    at: timestamp,
    tone: 'active',
    what: `Workflow ${text('workflowName')}: ${text('stepName')}${waits ? `, waits for ${waits}` : ''}`,
  };
}
