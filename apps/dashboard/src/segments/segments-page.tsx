import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Empty } from '../parts/empty/empty';
import { curlOf } from '../parts/empty/curl';
import { formatNumber, wordsOf } from '../parts/format/format';
import { ButtonLink, ScreenLink } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { Moment } from '../parts/moment/moment';
import { Page } from '../parts/page/page';
import { useProject } from '../session/project';
import { segmentsQuery, type Segment } from './segment.queries';
import { i18n } from '../text/i18n';

const typeNames: Record<Segment['type'], string> = {
  DYNAMIC: i18n.t('Dynamic'),
  STATIC: i18n.t('Static'),
};

/** `P/segments`: sets of contacts. */
export default function SegmentsPage() {
  const query = useQuery(segmentsQuery(useProject()));
  const add = (
    <ButtonLink to="/segments/new" data-new>
      {i18n.t('Build a segment')}
    </ButtonLink>
  );
  return (
    <Page title={i18n.t('Segments')} actions={query.data?.length ? add : null}>
      <Loaded query={query}>
        {(segments) =>
          segments.length === 0 ? (
            <Empty
              what={i18n.t('A segment is a set of contacts: those that match a condition, or those that you name.')}
              action={add}
              curl={curlOf('POST', '/segments', { name: 'Newsletter', type: 'STATIC' })}
            />
          ) : (
            <SegmentTable segments={segments} />
          )
        }
      </Loaded>
    </Page>
  );
}

function SegmentTable({ segments }: { segments: readonly Segment[] }) {
  return (
    <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={i18n.t('Segments')} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{i18n.t('Name')}</Table.Th>
            <Table.Th>{i18n.t('Kind')}</Table.Th>
            <Table.Th ta="right">{i18n.t('Contacts')}</Table.Th>
            <Table.Th pl="xl">{i18n.t('Counted')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {segments.map(({ id, name, type, trackMembership, memberCount, memberCountAt }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <ScreenLink to={`/segments/${id}`}>{name}</ScreenLink>
              </Table.Td>
              <Table.Td>{trackMembership ? i18n.t('Tracked') : (typeNames[type] ?? wordsOf(type))}</Table.Td>
              <Table.Td ta="right">{formatNumber(memberCount)}</Table.Td>
              <Table.Td pl="xl">
                <Moment at={memberCountAt} none={i18n.t('not yet')} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
