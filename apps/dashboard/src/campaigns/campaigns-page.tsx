import type { ReactNode } from 'react';
import { Button, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Empty, NothingFound } from '../parts/empty/empty';
import { curlOf } from '../parts/empty/curl';
import { FilterBar, SearchField } from '../parts/filter-bar/filter-bar';
import { formatNumber, formatPercent } from '../parts/format/format';
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
import { AddCampaign } from './add-campaign';
import { readCampaigns, type Campaign, type CampaignFilter, type CampaignStatus } from './campaign.queries';
import { i18n } from '../text/i18n';

const states = Object.keys(statuses.campaign) as CampaignStatus[];
const parse = (raw: RawSearch): CampaignFilter => ({
  search: textOf(raw['search']),
  status: oneOf(states, raw['status']),
});

/** `P/campaigns`: one content for many contacts. */
export default function CampaignsPage() {
  const project = useProject();
  const go = useGo();
  const [filter, setFilter] = useAddressState(parse);
  const [isNew, dialog] = useDisclosure();
  const records = useRecords([project.id, 'campaigns', 'list', filter], (cursor, signal) =>
    readCampaigns(project, filter, cursor, signal),
  );
  const add = (
    <Button onClick={dialog.open} data-new>
      {i18n.t('Start a campaign')}
    </Button>
  );
  return (
    <Page title={i18n.t('Campaigns')} wide actions={add}>
      <FilterBar
        count={records.total}
        inWords={(found) => i18n.t('{found, plural, one {# campaign} other {# campaigns}}', { found })}
      >
        <SearchField
          label={i18n.t('Search campaigns')}
          placeholder={i18n.t('Name, subject or sender')}
          value={filter.search}
          onChange={(search) => setFilter({ search })}
        />
        <NativeSelect
          aria-label={i18n.t('State')}
          data={[
            { value: '', label: i18n.t('Any state') },
            ...states.map((value) => ({ value, label: statuses.campaign[value].word })),
          ]}
          value={filter.status ?? ''}
          onChange={(event) => setFilter({ status: oneOf(states, event.currentTarget.value) })}
        />
      </FilterBar>
      <RecordList
        label={i18n.t('Campaigns')}
        records={records}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => go(`/campaigns/${id}`)}
        empty={
          filter.search || filter.status ? (
            <NothingFound
              words={i18n.t('this filter')}
              onClear={() => setFilter({ search: undefined, status: undefined })}
            />
          ) : (
            <NoCampaigns action={add} />
          )
        }
      />
      <AddCampaign opened={isNew} onClose={dialog.close} />
    </Page>
  );
}

function NoCampaigns({ action }: { action: ReactNode }) {
  return (
    <Empty
      what={i18n.t('A campaign sends one content to all subscribed contacts, a segment or a condition.')}
      action={action}
      curl={curlOf('POST', '/campaigns', {
        name: 'Spring',
        subject: 'News',
        body: '<p>Hello</p>',
        from: 'news@your-domain.example',
        audienceType: 'ALL',
      })}
    />
  );
}

const columns: Column<Campaign>[] = [
  {
    key: 'name',
    title: i18n.t('Name'),
    cell: ({ id, name }) => <ScreenLink to={`/campaigns/${id}`}>{name}</ScreenLink>,
  },
  {
    key: 'status',
    title: i18n.t('State'),
    width: '130px',
    cell: ({ status }) => <StatusBadge kind="campaign" state={status} />,
  },
  {
    key: 'sent',
    title: i18n.t('Sent'),
    align: 'right',
    width: '100px',
    wideOnly: true,
    cell: ({ sentCount }) => formatNumber(sentCount),
  },
  {
    key: 'opened',
    title: i18n.t('Opened'),
    align: 'right',
    width: '100px',
    wideOnly: true,
    cell: ({ sentCount, openedCount }) => (sentCount > 0 ? formatPercent((openedCount / sentCount) * 100) : ''),
  },
  {
    key: 'at',
    title: i18n.t('When'),
    width: '140px',
    wideOnly: true,
    cell: ({ sentAt, scheduledAt, createdAt }) => <Moment at={sentAt ?? scheduledAt ?? createdAt} />,
  },
];
