import { Select } from '@mantine/core';
import { Empty, NothingFound } from '../parts/empty/empty';
import { curlOf } from '../parts/empty/curl';
import { FilterBar, SearchField } from '../parts/filter-bar/filter-bar';
import { oneOf, textOf, useAddressState, type RawSearch } from '../parts/link/address-state';
import { ScreenLink, useGo } from '../parts/link/screen-link';
import { Moment } from '../parts/moment/moment';
import { Page } from '../parts/page/page';
import type { Column } from '../parts/record-list/column';
import { RecordList } from '../parts/record-list/record-list';
import { useRecords } from '../parts/record-list/use-records';
import { StatusBadge } from '../parts/status/status-badge';
import { statuses } from '../parts/status/status';
import { useProject } from '../session/project';
import { readEmails, type EmailFilter, type EmailItem, type EmailStatus } from './email.queries';
import { i18n } from '../text/i18n';

const emailStates = Object.keys(statuses.email) as EmailStatus[];
const parse = (raw: RawSearch): EmailFilter => ({
  search: textOf(raw['search']),
  status: oneOf(emailStates, raw['status']),
  contactId: textOf(raw['contactId']),
  campaignId: textOf(raw['campaignId']),
});

/** `P/emails`: every email of the project. */
export default function EmailsPage() {
  const project = useProject();
  const go = useGo();
  const [filter, setFilter] = useAddressState(parse);
  const records = useRecords([project.id, 'emails', filter], (cursor, signal) =>
    readEmails(project, filter, cursor, signal),
  );
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const clear = (): void =>
    setFilter({ search: undefined, status: undefined, contactId: undefined, campaignId: undefined });
  return (
    <Page title={i18n.t('Emails')} wide>
      <FilterBar
        count={records.total}
        inWords={(found) => i18n.t('{found, plural, one {# email} other {# emails}}', { found })}
      >
        <SearchField
          label={i18n.t('Search emails')}
          placeholder={i18n.t('Recipient or subject')}
          value={filter.search}
          onChange={(search) => setFilter({ search })}
        />
        <Select
          aria-label={i18n.t('State')}
          placeholder={i18n.t('Any state')}
          clearable
          clearButtonProps={{ 'aria-label': i18n.t('Clear the state') }}
          data={emailStates.map((value) => ({ value, label: statuses.email[value].word }))}
          value={filter.status ?? null}
          onChange={(status) => setFilter({ status: oneOf(emailStates, status) })}
        />
      </FilterBar>
      <RecordList
        label={i18n.t('Emails')}
        records={records}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => go(`/emails/${id}`)}
        empty={
          isNarrowed ? (
            <NothingFound words={i18n.t('this search')} onClear={clear} />
          ) : (
            <Empty
              what={i18n.t('Every email that the project sends or receives is listed here, with what became of it.')}
              curl={curlOf('POST', '/v1/send', {
                to: 'ada@example.com',
                from: 'hello@your-domain.example',
                subject: 'Hello',
                body: '<p>It works.</p>',
              })}
            />
          )
        }
      />
    </Page>
  );
}

const columns: Column<EmailItem>[] = [
  { key: 'to', title: i18n.t('To'), cell: ({ id, to }) => <ScreenLink to={`/emails/${id}`}>{to}</ScreenLink> },
  {
    key: 'subject',
    title: i18n.t('Subject'),
    cell: ({ subject }) => subject,
    wideOnly: true,
    width: 'minmax(0, 1.5fr)',
  },
  {
    key: 'status',
    title: i18n.t('State'),
    cell: ({ status }) => <StatusBadge kind="email" state={status} />,
    width: '150px',
  },
  {
    key: 'source',
    title: i18n.t('Source'),
    cell: ({ sourceType }) => sourceType.charAt(0) + sourceType.slice(1).toLowerCase(),
    width: '130px',
    wideOnly: true,
  },
  {
    key: 'at',
    title: i18n.t('Made'),
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    width: '130px',
    wideOnly: true,
  },
];
