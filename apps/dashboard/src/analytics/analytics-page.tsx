import { Button, SegmentedControl, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../api/client';
import { Chart, type ChartRow, type Series } from '../parts/chart/chart';
import { Figure, Figures } from '../parts/figure/figure';
import { changeInPercent, formatDay, formatNumber, formatPercent } from '../parts/format/format';
import { useAddressState, type RawSearch } from '../parts/link/address-state';
import { ScreenLink } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { Page, Section } from '../parts/page/page';
import { useProject } from '../session/project';
import { deliverabilityQuery, seriesQuery, topCampaignsQuery, topEventsQuery } from './analytics.queries';
import { csvOf, periodLengths, periodOf, type PeriodLength } from './period';
import { i18n } from '../text/i18n';

type Point = Schema<'TimeseriesPoint'>;

const parse = (raw: RawSearch): { days: PeriodLength } => ({
  days: periodLengths.find((length) => length === Number(raw['days'])) ?? 30,
});

/** `P/analytics`: volume, deliverability, engagement, campaigns and events of a period. */
export default function AnalyticsPage() {
  const [{ days }, setState] = useAddressState(parse);
  return (
    <Page
      title={i18n.t('Analytics')}
      actions={
        <SegmentedControl
          aria-label={i18n.t('Period')}
          transitionDuration={0}
          data={periodLengths.map((length) => ({ value: String(length), label: i18n.t('{length} days', { length }) }))}
          value={String(days)}
          onChange={(value) => setState({ days: Number(value) as PeriodLength })}
        />
      }
    >
      <Volume days={days} />
      <Domains days={days} />
      <Campaigns days={days} />
      <Events days={days} />
    </Page>
  );
}

const volume: Series[] = [
  { key: 'emails', name: i18n.t('Sent'), color: 'accent' },
  { key: 'delivered', name: i18n.t('Delivered'), color: 'good' },
  { key: 'bounces', name: i18n.t('Bounced'), color: 'bad' },
  { key: 'complaints', name: i18n.t('Complaints'), color: 'watch' },
];
const engagement: Series[] = [
  { key: 'opens', name: i18n.t('Opened'), color: 'good' },
  { key: 'clicks', name: i18n.t('Clicked'), color: 'machine' },
];

function Volume({ days }: { days: PeriodLength }) {
  const project = useProject();
  const query = useQuery(seriesQuery(project, periodOf(days)));
  const before = useQuery(seriesQuery(project, periodOf(days, 1)));
  return (
    <Loaded query={query}>
      {(points) => {
        const now = sumOf(points);
        const then = before.data && sumOf(before.data);
        const rate = (count: number, of: number): number => (of === 0 ? 0 : (count / of) * 100);
        const rows = points.map(
          ({ date, ...values }): ChartRow => ({ label: formatDay(`${date}T12:00:00Z`), values: { ...values } }),
        );
        const change = (pick: (sum: Sum) => number): number | null | undefined =>
          then && changeInPercent(pick(then), pick(now));
        return (
          <>
            <Figures label={i18n.t('Figures of {days} days', { days })}>
              <Figure name={i18n.t('Sent')} value={formatNumber(now.emails)} change={change(({ emails }) => emails)} />
              <Figure
                name={i18n.t('Bounced')}
                value={formatPercent(rate(now.bounces, now.emails))}
                change={change(({ bounces, emails }) => rate(bounces, emails))}
              />
              <Figure
                name={i18n.t('Opened by people')}
                value={formatPercent(rate(now.opens, now.emails))}
                change={change(({ opens, emails }) => rate(opens, emails))}
              />
              <Figure
                name={i18n.t('Clicked by people')}
                value={formatPercent(rate(now.clicks, now.emails))}
                change={change(({ clicks, emails }) => rate(clicks, emails))}
              />
            </Figures>
            <VolumeCharts now={now} rows={rows} points={points} />
          </>
        );
      }}
    </Loaded>
  );
}

function VolumeCharts({ now, rows, points }: { now: Sum; rows: ChartRow[]; points: readonly Point[] }) {
  return (
    <>
      <Section title={i18n.t('Volume and deliverability')} aside={<Csv name="volume" points={points} />}>
        <Chart
          title={i18n.t('Volume and deliverability')}
          summary={i18n.t('{emails} sent, {delivered} delivered, {bounces} bounced.', {
            emails: formatNumber(now.emails),
            delivered: formatNumber(now.delivered),
            bounces: formatNumber(now.bounces),
          })}
          series={volume}
          rows={rows}
          axis={i18n.t('Day')}
        />
      </Section>
      <Section title={i18n.t('Engagement of people')}>
        <Chart
          title={i18n.t('Engagement of people')}
          summary={i18n.t('{opens} opened and {clicks} clicked; mail scanners are not counted.', {
            opens: formatNumber(now.opens),
            clicks: formatNumber(now.clicks),
          })}
          series={engagement}
          rows={rows}
          axis={i18n.t('Day')}
        />
      </Section>
    </>
  );
}

const measures = ['emails', 'delivered', 'opens', 'clicks', 'bounces', 'complaints'] as const;
type Sum = Record<(typeof measures)[number], number>;

const sumOf = (points: readonly Point[]): Sum =>
  Object.fromEntries(measures.map((key) => [key, points.reduce((sum, point) => sum + point[key], 0)])) as Sum;

function Csv({ name, points }: { name: string; points: readonly Point[] }) {
  const save = (): void => {
    const csv = csvOf(
      ['date', ...measures],
      points.map((point) => [point.date, ...measures.map((key) => point[key])]),
    );
    const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Button variant="default" size="xs" leftSection={<Download size={14} aria-hidden />} onClick={save}>
      {i18n.t('CSV')}
    </Button>
  );
}

function Domains({ days }: { days: PeriodLength }) {
  const query = useQuery(deliverabilityQuery(useProject(), periodOf(days)));
  return (
    <Section title={i18n.t('Deliverability by domain')}>
      <Loaded query={query}>
        {({ byRecipientDomain, bySendingDomain }) => (
          <>
            <DomainTable label={i18n.t('Domains of recipients')} domains={byRecipientDomain} />
            <DomainTable label={i18n.t('Domains of senders')} domains={bySendingDomain} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function DomainTable({ label, domains }: { label: string; domains: readonly Schema<'DomainDeliverability'>[] }) {
  if (domains.length === 0) return <p>{i18n.t('{label}: no email in this period.', { label })}</p>;
  return (
    <FigureTable
      label={label}
      head={[label, i18n.t('Sent'), i18n.t('Delivered'), i18n.t('Bounced'), i18n.t('Complaints')]}
      rows={domains.slice(0, 10).map((row) => ({
        key: row.domain,
        cells: [
          row.domain,
          formatNumber(row.sent),
          formatNumber(row.delivered),
          `${formatNumber(row.bounced)} (${formatPercent(row.bounceRate)})`,
          `${formatNumber(row.complained)} (${formatPercent(row.complaintRate)})`,
        ],
      }))}
    />
  );
}

function Campaigns({ days }: { days: PeriodLength }) {
  const query = useQuery(topCampaignsQuery(useProject(), periodOf(days)));
  return (
    <Section title={i18n.t('Campaigns')}>
      <Loaded query={query}>
        {(campaigns) =>
          campaigns.length === 0 ? (
            <p>{i18n.t('No campaign was sent in this period.')}</p>
          ) : (
            <FigureTable
              label={i18n.t('Campaigns')}
              head={[i18n.t('Campaign'), i18n.t('Sent'), i18n.t('Opened'), i18n.t('Clicked')]}
              rows={campaigns.map(({ id, name, sentCount, openRate, clickRate }) => ({
                key: id,
                cells: [
                  <ScreenLink to={`/campaigns/${id}`}>{name}</ScreenLink>,
                  formatNumber(sentCount),
                  formatPercent(openRate),
                  formatPercent(clickRate),
                ],
              }))}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

function Events({ days }: { days: PeriodLength }) {
  const query = useQuery(topEventsQuery(useProject(), periodOf(days)));
  return (
    <Section title={i18n.t('Events')}>
      <Loaded query={query}>
        {(events) =>
          events.length === 0 ? (
            <p>{i18n.t('No event was tracked in this period.')}</p>
          ) : (
            <FigureTable
              label={i18n.t('Events')}
              head={[i18n.t('Event'), i18n.t('Times'), i18n.t('Change')]}
              rows={events.map(({ name, count, trend }) => ({
                key: name,
                cells: [name, formatNumber(count), `${trend > 0 ? '+' : ''}${formatPercent(trend)}`],
              }))}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

interface FigureTableProps {
  label: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A name and figures per line. */
function FigureTable({ label, head, rows }: FigureTableProps) {
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={label} verticalSpacing="xs" mb={16}>
        <Table.Thead>
          <Table.Tr>
            {head.map((name, index) => (
              <Table.Th key={name} ta={index > 0 ? 'right' : undefined}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, index) => (
                <Table.Td key={index} ta={index > 0 ? 'right' : undefined} style={{ overflowWrap: 'anywhere' }}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
