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
          <Tabs.Tab value="links">Links</Tabs.Tab>
          <Tabs.Tab value="content">Content</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="links">
          <Links id={campaign.id} />
        </Tabs.Panel>
        <Tabs.Panel value="content">
          <Section title={campaign.subject}>
            <PreviewFrame title="The content of the campaign" request={{ body: campaign.body, type: 'MARKETING' }} />
          </Section>
        </Tabs.Panel>
      </Tabs>
      <ButtonLink to="/emails" search={{ campaignId: campaign.id }} variant="default">
        Its emails
      </ButtonLink>
    </>
  );
}

function Outcome({ data }: { data: Schema<'CampaignFigures'> }) {
  return (
    <Figures label="Figures of the campaign">
      <Figure name="Sent" value={formatNumber(data.sentCount)} hint={`of ${formatNumber(data.totalRecipients)}`} />
      <Figure name="Delivered" value={formatNumber(data.deliveredCount)} hint={formatPercent(data.deliveryRate)} />
      <Figure name="Opened by people" value={formatNumber(data.openedCount)} hint={formatPercent(data.openRate)} />
      <Figure name="Clicked by people" value={formatNumber(data.clickedCount)} hint={formatPercent(data.clickRate)} />
      <Figure name="Bounced" value={formatNumber(data.bouncedCount)} hint={formatPercent(data.bounceRate)} />
      <Figure name="Complaints" value={formatNumber(data.complainedCount)} hint={formatPercent(data.complaintRate)} />
      <Figure
        name="Unsubscribed"
        value={formatNumber(data.unsubscribedCount)}
        hint={formatPercent(data.unsubscribeRate)}
      />
      <Figure
        name="Failed"
        value={formatNumber(data.failedCount)}
        hint={`${formatNumber(data.suppressedCount)} suppressed`}
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
    <Section title={status === 'SENDING' ? 'Being sent' : 'Outcome'}>
      {status === 'SENDING' && health && health !== 'sending' && <Notice tone="watch" title={`It waits: ${health}`} />}
      <Progress.Root
        size={16}
        aria-label={`${formatPercent(percent(done))} of the recipients are done`}
        transitionDuration={0}
      >
        <Progress.Section value={percent(sentCount - bouncedCount)} color="teal.8" aria-label="Sent" />
        <Progress.Section value={percent(bouncedCount)} color="red.8" aria-label="Bounced" />
        <Progress.Section value={percent(failedCount + suppressedCount)} color="gray.6" aria-label="Not sent" />
      </Progress.Root>
      <p role="status">
        {formatNumber(done)} of {formatNumber(totalRecipients)} done: {formatNumber(sentCount)} sent,{' '}
        {formatNumber(bouncedCount)} bounced, {formatNumber(failedCount + suppressedCount)} not sent.
      </p>
      <Facts
        facts={[
          ['From', campaign.fromName ? `${campaign.fromName} <${campaign.from}>` : campaign.from],
          [
            'Audience',
            campaign.segment?.name ?? (campaign.audienceType === 'ALL' ? 'all subscribed contacts' : 'a condition'),
          ],
          ['Started', campaign.sentAt && formatMoment(campaign.sentAt)],
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
          <p>No link was clicked yet.</p>
        ) : (
          <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table aria-label="Links of the campaign">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Link</Table.Th>
                  <Table.Th ta="right">Clicks</Table.Th>
                  <Table.Th ta="right">Recipients</Table.Th>
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
