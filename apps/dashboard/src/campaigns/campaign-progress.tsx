import { Progress, Table, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../api/client';
import { Figure, Figures } from '../parts/figure/figure';
import { Facts } from '../parts/facts/facts';
import { formatMoment, formatNumber, formatPercent } from '../parts/format/format';
import { ButtonLink } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { Notice } from '../parts/notice/notice';
import { Section } from '../parts/page/page';
import { PreviewFrame } from '../parts/preview-frame/preview-frame';
import { useProject } from '../session/project';
import { figuresQuery, linksQuery, type Campaign } from './campaign.queries';
import { i18n } from '../text/i18n';

/** A campaign that was started: how far it is, what came of it, links and content. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const project = useProject();
  const isSending = campaign.status === 'SENDING';
  const figures = useQuery(figuresQuery(project, campaign.id, isSending));
  return (
    <>
      <Bar campaign={campaign} />
      <Loaded query={figures}>{(data) => <Outcome data={data} />}</Loaded>
      <Tabs defaultValue="links" keepMounted={false} mt={24}>
        <Tabs.List mb={16}>
          <Tabs.Tab value="links">{i18n.t('Links')}</Tabs.Tab>
          <Tabs.Tab value="content">{i18n.t('Content')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="links">
          <Links id={campaign.id} />
        </Tabs.Panel>
        <Tabs.Panel value="content">
          <Section title={campaign.subject}>
            <PreviewFrame
              title={i18n.t('The content of the campaign')}
              request={{ body: campaign.body, type: 'MARKETING' }}
            />
          </Section>
        </Tabs.Panel>
      </Tabs>
      <ButtonLink to="/emails" search={{ campaignId: campaign.id }} variant="default">
        {i18n.t('Its emails')}
      </ButtonLink>
    </>
  );
}

function Outcome({ data }: { data: Schema<'CampaignFigures'> }) {
  return (
    <Figures label={i18n.t('Figures of the campaign')}>
      <Figure
        name={i18n.t('Sent')}
        value={formatNumber(data.sentCount)}
        hint={i18n.t('of {totalRecipients}', { totalRecipients: formatNumber(data.totalRecipients) })}
      />
      <Figure
        name={i18n.t('Delivered')}
        value={formatNumber(data.deliveredCount)}
        hint={formatPercent(data.deliveryRate)}
      />
      <Figure
        name={i18n.t('Opened by people')}
        value={formatNumber(data.openedCount)}
        hint={formatPercent(data.openRate)}
      />
      <Figure
        name={i18n.t('Clicked by people')}
        value={formatNumber(data.clickedCount)}
        hint={formatPercent(data.clickRate)}
      />
      <Figure name={i18n.t('Bounced')} value={formatNumber(data.bouncedCount)} hint={formatPercent(data.bounceRate)} />
      <Figure
        name={i18n.t('Complaints')}
        value={formatNumber(data.complainedCount)}
        hint={formatPercent(data.complaintRate)}
      />
      <Figure
        name={i18n.t('Unsubscribed')}
        value={formatNumber(data.unsubscribedCount)}
        hint={formatPercent(data.unsubscribeRate)}
      />
      <Figure
        name={i18n.t('Failed')}
        value={formatNumber(data.failedCount)}
        hint={i18n.t('{suppressedCount} suppressed', { suppressedCount: formatNumber(data.suppressedCount) })}
      />
    </Figures>
  );
}

/** How many of the recipients are done, in colours that the words beside it say as well. */
function Bar({ campaign }: { campaign: Campaign }) {
  const { totalRecipients, sentCount, failedCount, suppressedCount, bouncedCount, health, status } = campaign;
  const percent = (count: number): number => (totalRecipients === 0 ? 0 : (count / totalRecipients) * 100);
  const done = sentCount + failedCount + suppressedCount;
  return (
    <Section title={status === 'SENDING' ? i18n.t('Being sent') : i18n.t('Outcome')}>
      {status === 'SENDING' && health && health !== 'sending' && (
        <Notice tone="watch" title={i18n.t('It waits: {health}', { health })} />
      )}
      <Progress.Root
        size={16}
        aria-label={i18n.t('{done} of the recipients are done', { done: formatPercent(percent(done)) })}
        transitionDuration={0}
      >
        <Progress.Section value={percent(sentCount - bouncedCount)} color="teal.8" aria-label={i18n.t('Sent')} />
        <Progress.Section value={percent(bouncedCount)} color="red.8" aria-label={i18n.t('Bounced')} />
        <Progress.Section
          value={percent(failedCount + suppressedCount)}
          color="gray.6"
          aria-label={i18n.t('Not sent')}
        />
      </Progress.Root>
      <p role="status">
        {i18n.t('{done} of {totalRecipients} done: {sentCount} sent, {bouncedCount} bounced, {failedCount} not sent.', {
          done: formatNumber(done),
          totalRecipients: formatNumber(totalRecipients),
          sentCount: formatNumber(sentCount),
          bouncedCount: formatNumber(bouncedCount),
          failedCount: formatNumber(failedCount + suppressedCount),
        })}
      </p>
      <Facts
        facts={[
          [i18n.t('From'), campaign.fromName ? `${campaign.fromName} <${campaign.from}>` : campaign.from],
          [
            i18n.t('Audience'),
            campaign.segment?.name ??
              (campaign.audienceType === 'ALL' ? i18n.t('all subscribed contacts') : i18n.t('a condition')),
          ],
          [i18n.t('Started'), campaign.sentAt && formatMoment(campaign.sentAt)],
        ]}
      />
    </Section>
  );
}

function Links({ id }: { id: string }) {
  const query = useQuery(linksQuery(useProject(), id));
  return (
    <Loaded query={query}>
      {(links) =>
        links.length === 0 ? (
          <p>{i18n.t('No link was clicked yet.')}</p>
        ) : (
          <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table aria-label={i18n.t('Links of the campaign')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{i18n.t('Link')}</Table.Th>
                  <Table.Th ta="right">{i18n.t('Clicks')}</Table.Th>
                  <Table.Th ta="right">{i18n.t('Recipients')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {links.map(({ link, clicks, uniqueClicks }) => (
                  <Table.Tr key={link}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{link}</Table.Td>
                    <Table.Td ta="right">{formatNumber(clicks)}</Table.Td>
                    <Table.Td ta="right">{formatNumber(uniqueClicks)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )
      }
    </Loaded>
  );
}
