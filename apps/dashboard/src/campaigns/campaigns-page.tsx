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
      Start a campaign
    </Button>
  );
  return (
    <Page title="Campaigns" wide actions={add}>
      <FilterBar count={records.total} noun="campaign">
        <SearchField
          label="Search campaigns"
          placeholder="Name, subject or sender"
          value={filter.search}
          onChange={(search) => setFilter({ search })}
        />
        <NativeSelect
          aria-label="State"
          data={[
            { value: '', label: 'Any state' },
            ...states.map((value) => ({ value, label: statuses.campaign[value].word })),
          ]}
          value={filter.status ?? ''}
          onChange={(event) => setFilter({ status: oneOf(states, event.currentTarget.value) })}
        />
      </FilterBar>
      <RecordList
        label="Campaigns"
        records={records}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => go(`/campaigns/${id}`)}
        empty={
          filter.search || filter.status ? (
            <NothingFound words="this filter" onClear={() => setFilter({ search: undefined, status: undefined })} />
          ) : (
            <Empty
              what="A campaign sends one content to all subscribed contacts, a segment or a condition."
              action={add}
              curl={curlOf('POST', '/campaigns', {
                name: 'Spring',
                subject: 'News',
                body: '<p>Hello</p>',
                from: 'news@your-domain.example',
                audienceType: 'ALL',
              })}
            />
          )
        }
      />
      <AddCampaign opened={isNew} onClose={dialog.close} />
    </Page>
  );
}

const columns: Column<Campaign>[] = [
  {
    key: 'name',
    title: 'Name',
    cell: ({ id, name }) => <ScreenLink to={`/campaigns/${id}`}>{name}</ScreenLink>,
  },
  {
    key: 'status',
    title: 'State',
    width: '130px',
    cell: ({ status }) => <StatusBadge kind="campaign" state={status} />,
  },
  {
    key: 'sent',
    title: 'Sent',
    align: 'right',
    width: '100px',
    wideOnly: true,
    cell: ({ sentCount }) => formatNumber(sentCount),
  },
  {
    key: 'opened',
    title: 'Opened',
    align: 'right',
    width: '100px',
    wideOnly: true,
    cell: ({ sentCount, openedCount }) => (sentCount > 0 ? formatPercent((openedCount / sentCount) * 100) : ''),
  },
  {
    key: 'at',
    title: 'When',
    width: '140px',
    wideOnly: true,
    cell: ({ sentAt, scheduledAt, createdAt }) => <Moment at={sentAt ?? scheduledAt ?? createdAt} />,
  },
];
