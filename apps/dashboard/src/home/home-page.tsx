import { useQueries, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Chart, type ChartRow, type Series } from '../parts/chart/chart';
import { Figure, Figures } from '../parts/figure/figure';
import { changeInPercent, formatDay, formatNumber, formatPercent } from '../parts/format/format';
import { lazyPart } from '../parts/lazy/lazy-part';
import { ButtonLink } from '../parts/link/screen-link';
import { Later, Loaded, SkeletonLines } from '../parts/loaded/loaded';
import { Notice } from '../parts/notice/notice';
import { Page, Section } from '../parts/page/page';
import { useProject } from '../session/project';
import { lastDays } from './day-range';
import { FirstSteps } from './first-steps';
import { domainsQuery, limitsQuery, securityQuery, seriesQuery, statsQuery } from './home.queries';
import { needsOf } from './needs-you';
import classes from './home-page.module.css';
import { i18n } from '../text/i18n';

/** Below what a reader looks for first, so it is no part of the first page. */
const LatestActivity = lazyPart(() => import('./latest-activity'));

/** `P`: how the project is doing, and what is to be done. */
export default function HomePage() {
  const project = useProject();
  return (
    <Page title={project.name}>
      <NeedsYou />
      <FirstSteps />
      <Section title={i18n.t('The last 7 days')}>
        <WeekFigures />
      </Section>
      <div className={classes['columns']}>
        <Section title={i18n.t('Emails of the last 30 days')}>
          <MonthChart />
        </Section>
        <Section title={i18n.t('Latest activity')}>
          <Suspense
            fallback={
              <Later>
                <SkeletonLines />
              </Later>
            }
          >
            <LatestActivity />
          </Suspense>
        </Section>
      </div>
    </Page>
  );
}

/** Nothing is shown while all is well, or while it is not known. */
function NeedsYou() {
  const project = useProject();
  const [domains, security, limits] = useQueries({
    queries: [domainsQuery(project), securityQuery(project), limitsQuery(project)],
  });
  if (!domains.data || !security.data || !limits.data) return null;
  const needs = needsOf({ domains: domains.data, security: security.data, limits: limits.data });
  return needs.map(({ tone, title, words, to, action }) => (
    <Notice
      key={title}
      tone={tone}
      title={title}
      action={
        <ButtonLink to={to} variant="default" size="xs">
          {action}
        </ButtonLink>
      }
    >
      <p>{words}</p>
    </Notice>
  ));
}

function WeekFigures() {
  const project = useProject();
  const week = useQuery(statsQuery(project, lastDays(7)));
  const before = useQuery(statsQuery(project, lastDays(7, 1)));
  return (
    <Loaded query={week}>
      {(now) => {
        const change = (pick: (stats: typeof now) => number): number | null | undefined =>
          before.data ? changeInPercent(pick(before.data), pick(now)) : undefined;
        return (
          <Figures label={i18n.t('Figures of the last 7 days')}>
            <Figure
              name={i18n.t('Emails sent')}
              value={formatNumber(now.totalEmailsSent)}
              change={change(({ totalEmailsSent }) => totalEmailsSent)}
            />
            <Figure
              name={i18n.t('Opened by people')}
              value={formatPercent(now.openRate)}
              change={change(({ openRate }) => openRate)}
            />
            <Figure
              name={i18n.t('Clicked by people')}
              value={formatPercent(now.clickRate)}
              change={change(({ clickRate }) => clickRate)}
            />
            <Figure
              name={i18n.t('Events')}
              value={formatNumber(now.totalEvents)}
              change={change(({ totalEvents }) => totalEvents)}
            />
          </Figures>
        );
      }}
    </Loaded>
  );
}

const series: Series[] = [
  { key: 'emails', name: i18n.t('Sent'), color: 'accent' },
  { key: 'opens', name: i18n.t('Opened'), color: 'good' },
  { key: 'clicks', name: i18n.t('Clicked'), color: 'machine' },
  { key: 'bounces', name: i18n.t('Bounced'), color: 'bad' },
];

function MonthChart() {
  const query = useQuery(seriesQuery(useProject(), lastDays(30)));
  return (
    <Loaded query={query}>
      {(points) => {
        const rows: ChartRow[] = points.map(({ date, emails, opens, clicks, bounces }) => ({
          label: formatDay(`${date}T12:00:00Z`),
          values: { emails, opens, clicks, bounces },
        }));
        const sent = points.reduce((sum, { emails }) => sum + emails, 0);
        const bounced = points.reduce((sum, { bounces }) => sum + bounces, 0);
        const summary = i18n.t('{sent} sent, {bounced} bounced.', {
          sent: formatNumber(sent),
          bounced: formatNumber(bounced),
        });
        return (
          <Chart
            title={i18n.t('Emails of the last 30 days')}
            summary={summary}
            series={series}
            rows={rows}
            axis={i18n.t('Day')}
          />
        );
      }}
    </Loaded>
  );
}
