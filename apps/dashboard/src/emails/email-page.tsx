import { useQuery } from '@tanstack/react-query';
import { CopyField } from '../parts/copy/copy';
import { Facts } from '../parts/facts/facts';
import { formatBytes, formatMoment } from '../parts/format/format';
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
import { i18n } from '../text/i18n';

/** `P/emails/{id}`: the waybill of one email. */
export default function EmailPage() {
  const query = useQuery(emailQuery(useProject(), usePathPart('id')));
  const email = query.data;
  return (
    <Page
      title={email?.subject || i18n.t('Email')}
      above={<ScreenLink to="/emails">{i18n.t('Emails')}</ScreenLink>}
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
            title={i18n.t('It may have arrived twice: an attempt had no known outcome and it was sent again.')}
          />
        )}
        <Waybill
          label={i18n.t('Waybill of the email')}
          head={
            <Facts
              facts={[
                [i18n.t('From'), mailbox(email.from, email.fromName)],
                [
                  i18n.t('To'),
                  <ScreenLink to={`/contacts/${email.contactId}`}>{mailbox(email.to, email.toName)}</ScreenLink>,
                ],
                [i18n.t('Reason'), email.reason],
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
    <Section title={i18n.t('Facts')}>
      <Facts
        facts={[
          [i18n.t('Made'), <Moment at={email.createdAt} />],
          [i18n.t('Sent'), email.sentAt ? formatMoment(email.sentAt) : null],
          [i18n.t('Source'), email.sourceType.toLowerCase()],
          [
            i18n.t('Campaign'),
            email.campaignId && <ScreenLink to={`/campaigns/${email.campaignId}`}>{i18n.t('The campaign')}</ScreenLink>,
          ],
          [
            i18n.t('Template'),
            email.templateId && <ScreenLink to={`/templates/${email.templateId}`}>{i18n.t('The template')}</ScreenLink>,
          ],
          [
            i18n.t('Opens'),
            email.opens > 0 ? i18n.t('{opens, plural, one {# time} other {# times}}', { opens: email.opens }) : null,
          ],
          [
            i18n.t('Clicks'),
            email.clicks > 0
              ? i18n.t('{clicks, plural, one {# time} other {# times}}', { clicks: email.clicks })
              : null,
          ],
          [i18n.t('Provider'), email.provider],
          [i18n.t('Email id'), <CopyField value={email.id} label={i18n.t('the email id')} />],
          [
            i18n.t('Message id'),
            email.messageId && <CopyField value={email.messageId} label={i18n.t('the message id')} />,
          ],
        ]}
      />
    </Section>
  );
}

function Content({ email: { content, contactId } }: { email: EmailWaybill }) {
  if (!content) {
    return (
      <Section title={i18n.t('Content')}>
        <p>{i18n.t('The content is not kept any more.')}</p>
      </Section>
    );
  }
  return (
    <Section title={i18n.t('Content')}>
      <PreviewFrame
        title={i18n.t('The content of the email with the values of the contact as they are now')}
        request={{
          body: content.body,
          type: content.marketing ? 'MARKETING' : 'TRANSACTIONAL',
          contactId,
        }}
      />
      {content.attachments.length > 0 && (
        <ul aria-label={i18n.t('Attachments')}>
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
