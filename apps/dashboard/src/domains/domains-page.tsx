import { Button, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Empty } from '../parts/empty/empty';
import { curlOf } from '../parts/empty/curl';
import { lazyPart } from '../parts/lazy/lazy-part';
import { ScreenLink } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { Moment } from '../parts/moment/moment';
import { Page } from '../parts/page/page';
import { StatusBadge } from '../parts/status/status-badge';
import { mayAct, useProject } from '../session/project';
import { domainsQuery, type Domain } from './domain.queries';
import { i18n } from '../text/i18n';

const AddDomain = lazyPart(() => import('./add-domain'));

/** `P/domains`: the domains that the project may send from. */
export default function DomainsPage() {
  const project = useProject();
  const query = useQuery(domainsQuery(project));
  const [isNew, dialog] = useDisclosure();
  const add = mayAct(project.role, 'ADMIN') ? (
    <Button onClick={dialog.open} data-new>
      {i18n.t('Add a domain')}
    </Button>
  ) : null;
  return (
    <Page title={i18n.t('Domains')} actions={query.data?.length ? add : null}>
      <Loaded query={query}>
        {(domains) =>
          domains.length === 0 ? (
            <Empty
              what={i18n.t(
                'A sending domain is the part behind the @ of your senders. Records in its DNS prove that it is yours.',
              )}
              action={add}
              curl={curlOf('POST', '/domains', { domain: 'mail.example.com' })}
            />
          ) : (
            <DomainTable domains={domains} />
          )
        }
      </Loaded>
      {isNew && (
        <Suspense fallback={null}>
          <AddDomain onClose={dialog.close} />
        </Suspense>
      )}
    </Page>
  );
}

function DomainTable({ domains }: { domains: readonly Domain[] }) {
  return (
    <Table.ScrollContainer minWidth={420} type="native" pos="relative" tabIndex={0}>
      <Table aria-label={i18n.t('Domains')} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{i18n.t('Domain')}</Table.Th>
            <Table.Th>{i18n.t('State')}</Table.Th>
            <Table.Th>{i18n.t('Last check')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {domains.map(({ id, domain, status, checkedAt }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <ScreenLink to={`/domains/${id}`}>{domain}</ScreenLink>
              </Table.Td>
              <Table.Td>
                <StatusBadge kind="domain" state={status} />
              </Table.Td>
              <Table.Td>
                <Moment at={checkedAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
