import { CodeBlock } from '../parts/copy/copy';
import { ScreenLink } from '../parts/link/screen-link';
import type { Tone } from '../parts/status/status';
import type { WaybillEntry } from '../parts/waybill/waybill';
import type { ContactEvent, Upcoming } from './contact.queries';
import { i18n } from '../text/i18n';

const words: Record<string, { what: string; tone: Tone }> = {
  'email.sent': { what: i18n.t('Email sent'), tone: 'active' },
  'email.delivery': { what: i18n.t('Email delivered'), tone: 'good' },
  'email.open': { what: i18n.t('Email opened'), tone: 'good' },
  'email.click': { what: i18n.t('Link clicked'), tone: 'good' },
  'email.bounce': { what: i18n.t('Email bounced'), tone: 'bad' },
  'email.complaint': { what: i18n.t('Reported as spam'), tone: 'bad' },
  'email.received': { what: i18n.t('Email received'), tone: 'neutral' },
  'email.suppressed': { what: i18n.t('Not sent: suppressed'), tone: 'watch' },
  'contact.subscribed': { what: i18n.t('Subscribed'), tone: 'good' },
  'contact.unsubscribed': { what: i18n.t('Unsubscribed'), tone: 'watch' },
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
        <CodeBlock code={JSON.stringify(data, null, 2)} label={i18n.t('Data of {name}', { name })} />
      ) : undefined,
  };
}

/** `segment.gold.entry` as a sentence. */
function segmentWords(name: string): string | null {
  const [, slug, kind] = /^segment\.(.+)\.(entry|exit)$/.exec(name) ?? [];
  if (!slug) return null;
  return kind === 'entry'
    ? i18n.t('Entered the segment {slug}', { slug })
    : i18n.t('Left the segment {slug}', { slug });
}

const reasons = {
  suppressed: i18n.t('the address is suppressed'),
  unsubscribed: i18n.t('the contact is unsubscribed'),
  not_in_audience: i18n.t('the audience does not include the contact'),
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
          {i18n.t('Campaign')} <ScreenLink to={`/campaigns/${id}`}>{text('campaignName')}</ScreenLink>
          {included ? '' : `, ${i18n.t('not for this contact: {not}', { not })}`}
        </>
      ),
    };
  }
  if (type === 'email.scheduled') {
    return {
      key: id,
      at: timestamp,
      tone: 'watch',
      what: (
        <ScreenLink to={`/emails/${id}`}>{i18n.t('Next attempt: {subject}', { subject: text('subject') })}</ScreenLink>
      ),
    };
  }
  const [workflow, step, waits] = [text('workflowName'), text('stepName'), text('waitsFor')];
  return {
    key: id,
    at: timestamp,
    tone: 'active',
    what: waits
      ? i18n.t('Workflow {workflow}: {step}, waits for {waits}', { workflow, step, waits })
      : i18n.t('Workflow {workflow}: {step}', { workflow, step }),
  };
}
