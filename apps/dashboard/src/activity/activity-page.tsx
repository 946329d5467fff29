import { Button, Select, Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { activityKind, activitySubject } from '../parts/activity-line/activity-words';
import { Empty, NothingFound } from '../parts/empty/empty';
import { curlOf } from '../parts/empty/curl';
import { FilterBar } from '../parts/filter-bar/filter-bar';
import { wordsOf } from '../parts/format/format';
import { oneOf, textOf, useAddressState, type RawSearch } from '../parts/link/address-state';
import { ScreenLink } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { Moment } from '../parts/moment/moment';
import { Page } from '../parts/page/page';
import type { Column } from '../parts/record-list/column';
import { RecordList } from '../parts/record-list/record-list';
import { useRecords } from '../parts/record-list/use-records';
import { ToneBadge } from '../parts/status/status-badge';
import { Waybill, type WaybillEntry } from '../parts/waybill/waybill';
import { useProject } from '../session/project';
import { readActivity, typesQuery, upcomingQuery, type ActivityFilter, type ActivityItem } from './activity.queries';
import { useLive } from '../parts/live/live';
import { i18n } from '../text/i18n';

type State = ActivityFilter & { tab: 'feed' | 'upcoming' };
const parse = (raw: RawSearch): State => ({
  type: textOf(raw['type']),
  tab: oneOf(['feed', 'upcoming'] as const, raw['tab']) ?? 'feed',
});

/** `P/activity`: what happens, as it happens, and what comes next. */
export default function ActivityPage() {
  const [{ tab, type }, setState] = useAddressState(parse);
  return (
    <Page title={i18n.t('Activity')} wide>
      <Tabs
        value={tab}
        onChange={(value) => setState({ tab: value === 'upcoming' ? 'upcoming' : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb={16}>
          <Tabs.Tab value="feed">{i18n.t('What happened')}</Tabs.Tab>
          <Tabs.Tab value="upcoming">{i18n.t('What comes next')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="feed">
          <Feed type={type} onType={(chosen) => setState({ type: chosen })} />
        </Tabs.Panel>
        <Tabs.Panel value="upcoming">
          <UpcomingList />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Feed({ type, onType }: { type: string | undefined; onType: (type: string | undefined) => void }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const [isPaused, setPaused] = useState(false);
  const types = useQuery(typesQuery(project));
  const records = useRecords([project.id, 'activity', 'feed', type ?? null], (cursor, signal) =>
    readActivity(project, { type }, cursor, signal),
  );
  useLive(
    project.id,
    !isPaused,
    () => void queryClient.invalidateQueries({ queryKey: [project.id, 'activity', 'feed'] }),
  );
  return (
    <>
      <FilterBar
        count={records.total}
        inWords={(found) => i18n.t('{found, plural, one {# item} other {# items}}', { found })}
      >
        <Select
          aria-label={i18n.t('Kind')}
          placeholder={i18n.t('Everything')}
          clearable
          clearButtonProps={{ 'aria-label': i18n.t('Clear the kind') }}
          data={(types.data?.types ?? []).map((value) => ({ value, label: activityKind(value).words }))}
          value={type ?? null}
          onChange={(value) => onType(value ?? undefined)}
        />
        <Button
          variant="default"
          leftSection={isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? i18n.t('Go on') : i18n.t('Pause')}
        </Button>
      </FilterBar>
      <RecordList
        label={i18n.t('Activity')}
        records={records}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          type ? (
            <NothingFound words={activityKind(type).words} onClear={() => onType(undefined)} />
          ) : (
            <Empty
              what={i18n.t('Everything that happens to emails, contacts, campaigns and workflows is listed here.')}
              curl={curlOf('POST', '/v1/track', { email: 'ada@example.com', event: 'signed_up' })}
            />
          )
        }
      />
    </>
  );
}

const columns: Column<ActivityItem>[] = [
  {
    key: 'what',
    title: i18n.t('What'),
    width: '190px',
    cell: ({ type }) => <ToneBadge tone={activityKind(type).tone}>{activityKind(type).words}</ToneBadge>,
  },
  { key: 'subject', title: i18n.t('About'), width: 'minmax(0, 2fr)', wideOnly: true, cell: subjectOf },
  {
    key: 'contact',
    title: i18n.t('Contact'),
    cell: ({ contactId, contactEmail }) =>
      contactId && contactEmail ? <ScreenLink to={`/contacts/${contactId}`}>{contactEmail}</ScreenLink> : '',
  },
  { key: 'at', title: i18n.t('When'), width: '130px', cell: ({ timestamp }) => <Moment at={timestamp} /> },
];

/** The subject with a link to the record that it is about. */
function subjectOf(item: ActivityItem) {
  const text = activitySubject(item) ?? '';
  const { emailId, campaignId, workflowId } = item.metadata;
  if (typeof emailId === 'string') return <ScreenLink to={`/emails/${emailId}`}>{text}</ScreenLink>;
  if (typeof campaignId === 'string') return <ScreenLink to={`/campaigns/${campaignId}`}>{text}</ScreenLink>;
  if (typeof workflowId === 'string') return <ScreenLink to={`/workflows/${workflowId}`}>{text}</ScreenLink>;
  return text;
}

function UpcomingList() {
  const query = useQuery(upcomingQuery(useProject()));
  return (
    <Loaded query={query}>
      {({ data }) => (
        <Waybill
          label={i18n.t('What comes next')}
          entries={data.map(upcomingEntry)}
          none={i18n.t('Nothing is due in the next 30 days.')}
        />
      )}
    </Loaded>
  );
}

const upcomingKinds: Record<string, string> = {
  'workflow.step.scheduled': i18n.t('Workflow step scheduled'),
  'email.scheduled': i18n.t('Email scheduled'),
  'campaign.scheduled': i18n.t('Campaign scheduled'),
};

function upcomingEntry(item: ActivityItem): WaybillEntry {
  const { id, type, timestamp, contactEmail, metadata } = item;
  const name = activitySubject(item) ?? '';
  const step = typeof metadata['stepName'] === 'string' ? `: ${metadata['stepName']}` : '';
  return {
    key: id,
    at: timestamp,
    tone: 'watch',
    what: `${upcomingKinds[type] ?? wordsOf(type.replaceAll('.', ' '))}: ${name}${step}`,
    who: contactEmail,
  };
}
