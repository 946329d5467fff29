import { useQuery } from '@tanstack/react-query';
import { CopyField } from '../parts/copy/copy';
import { Facts } from '../parts/facts/facts';
import { countOf, formatBytes, formatMoment } from '../parts/format/format';
import { usePathPart } from '../parts/link/address-state';
import { ScreenLink } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { Moment } from '../parts/moment/moment';
import { Notice } from '../parts/notice/notice';
import { Page, Section } from '../parts/page/page';
import { PreviewFrame } from '../parts/preview-frame/preview-frame';
import { StatusBadge } from '../parts/status/status-badge';
import { Waybill, type WaybillEntry } from '../parts/waybill/waybill';
import { useProject } from '../session/project';
import { emailQuery, type EmailWaybill } from './email.queries';
import { stampOf } from './waybill-entries';
import classes from './email-page.module.css';

/** `P/emails/{id}`: the waybill of one email. */
export default function EmailPage() {
  const query = useQuery(emailQuery(useProject(), usePathPart('id')));
  const email = query.data;
  return (
    <Page
      title={email?.subject || 'Email'}
      above={<ScreenLink to="/emails">Emails</ScreenLink>}
      beside={email && <StatusBadge kind="email" state={email.status} />}
    >
      <Loaded query={query}>{(data) => <EmailDetail email={data} />}</Loaded>
    </Page>
  );
}

function EmailDetail({ email }: { email: EmailWaybill }) {
  const entries = email.timeline.map((entry, index): WaybillEntry => {
    const { what, who, tone, facts } = stampOf(entry);
    return {
      key: `${entry.type} ${entry.at} ${index}`,
      at: entry.at,
      tone,
      what,
      who,
      detail: facts.length > 0 ? <Facts facts={facts} /> : undefined,
    };
  });
  return (
    <div className={classes['columns']}>
      <div>
        {email.possibleDuplicate && (
          <Notice
            tone="watch"
            title="It may have arrived twice: an attempt had no known outcome and it was sent again."
          />
        )}
        <Waybill
          label="Waybill of the email"
          head={
            <Facts
              facts={[
                ['From', mailbox(email.from, email.fromName)],
                ['To', <ScreenLink to={`/contacts/${email.contactId}`}>{mailbox(email.to, email.toName)}</ScreenLink>],
                ['Reason', email.reason],
              ]}
            />
          }
          entries={entries}
        />
      </div>
      <div>
        <EmailFacts email={email} />
        <Content email={email} />
      </div>
    </div>
  );
}

function EmailFacts({ email }: { email: EmailWaybill }) {
  return (
    <Section title="Facts">
      <Facts
        facts={[
          ['Made', <Moment at={email.createdAt} />],
          ['Sent', email.sentAt ? formatMoment(email.sentAt) : null],
          ['Source', email.sourceType.toLowerCase()],
          ['Campaign', email.campaignId && <ScreenLink to={`/campaigns/${email.campaignId}`}>The campaign</ScreenLink>],
          ['Template', email.templateId && <ScreenLink to={`/templates/${email.templateId}`}>The template</ScreenLink>],
          ['Opens', email.opens > 0 ? countOf(email.opens, 'time') : null],
          ['Clicks', email.clicks > 0 ? countOf(email.clicks, 'time') : null],
          ['Provider', email.provider],
          ['Email id', <CopyField value={email.id} label="the email id" />],
          ['Message id', email.messageId && <CopyField value={email.messageId} label="the message id" />],
        ]}
      />
    </Section>
  );
}

function Content({ email: { content, contactId } }: { email: EmailWaybill }) {
  if (!content) {
    return (
      <Section title="Content">
        <p>The content is not kept any more.</p>
      </Section>
    );
  }
  return (
    <Section title="Content">
      <PreviewFrame
        title="The content of the email with the values of the contact as they are now"
        request={{
          body: content.body,
          type: content.marketing ? 'MARKETING' : 'TRANSACTIONAL',
          contactId,
        }}
      />
      {content.attachments.length > 0 && (
        <ul aria-label="Attachments">
          {content.attachments.map(({ filename, size }, index) => (
            <li key={index}>
              {filename}, {formatBytes(size)}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const mailbox = (address: string, name: string | null): string => (name ? `${name} <${address}>` : address);
