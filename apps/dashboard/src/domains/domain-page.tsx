import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { Confirm } from '../parts/confirm/confirm';
import { Empty } from '../parts/empty/empty';
import { ButtonLink, ScreenLink, useGo } from '../parts/link/screen-link';
import { usePathPart } from '../parts/link/address-state';
import { Loaded } from '../parts/loaded/loaded';
import { Moment } from '../parts/moment/moment';
import { Notice } from '../parts/notice/notice';
import { Page, Section } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { StatusBadge } from '../parts/status/status-badge';
import { sayDone } from '../parts/toast/toast';
import { mayAct, useProject } from '../session/project';
import { checkDomain, domainsQuery, removeDomain, type Domain } from './domain.queries';
import { RecordCard } from './record-card';
import { zoneFile } from './zone-file';
import { i18n } from '../text/i18n';

/** `P/domains/{id}`: the records of a domain and what the DNS says of them. */
export default function DomainPage() {
  const project = useProject();
  const id = usePathPart('id');
  const query = useQuery(domainsQuery(project));
  const domain = query.data?.find((each) => each.id === id);
  if (domain) return <DomainDetail domain={domain} />;
  return (
    <Page title={i18n.t('Domain')} above={<ScreenLink to="/domains">{i18n.t('Domains')}</ScreenLink>}>
      <Loaded query={query}>
        {() => (
          <Empty
            what={i18n.t('This project has no such domain. It may have been removed.')}
            action={<ButtonLink to="/domains">{i18n.t('To the domains')}</ButtonLink>}
          />
        )}
      </Loaded>
    </Page>
  );
}

function DomainDetail({ domain }: { domain: Domain }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: () => checkDomain(project, domain.id),
    onSuccess: async ({ verified }) => {
      await queryClient.invalidateQueries(domainsQuery(project));
      sayDone(
        verified
          ? i18n.t('{domain} is verified.', { domain: domain.domain })
          : i18n.t('Checked: not all required records are there yet.'),
      );
    },
  });
  const required = domain.records.filter(({ required: isRequired }) => isRequired);
  const advised = domain.records.filter(({ required: isRequired }) => !isRequired);
  return (
    <Page
      title={domain.domain}
      above={<ScreenLink to="/domains">{i18n.t('Domains')}</ScreenLink>}
      beside={<StatusBadge kind="domain" state={domain.status} />}
      actions={<DomainButtons domain={domain} isChecking={check.isPending} onCheck={() => check.mutate()} />}
    >
      {check.error && <Problem error={check.error} onRetry={() => check.mutate()} />}
      {!domain.verified && (
        <Notice tone="watch" title={i18n.t('Nothing can be sent from this domain yet.')}>
          <p>
            {i18n.t(
              'Create the required records at your DNS host, then check. New records take minutes, at times hours, to be seen.',
            )}
          </p>
        </Notice>
      )}
      <Section
        title={i18n.t('Required records')}
        aside={
          <span>
            {i18n.t('Checked')} <Moment at={domain.checkedAt} none={i18n.t('never')} />
          </span>
        }
      >
        {required.map((record) => (
          <RecordCard key={`${record.type} ${record.name}`} record={record} />
        ))}
      </Section>
      {advised.length > 0 && (
        <Section title={i18n.t('Advised records')}>
          {advised.map((record) => (
            <RecordCard key={`${record.type} ${record.name}`} record={record} />
          ))}
        </Section>
      )}
      {mayAct(project.role, 'ADMIN') && <RemoveDomain domain={domain} />}
    </Page>
  );
}

function DomainButtons(props: { domain: Domain; isChecking: boolean; onCheck: () => void }) {
  const { domain, isChecking, onCheck } = props;
  return (
    <>
      <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={() => saveZoneFile(domain)}>
        {i18n.t('Zone file')}
      </Button>
      <Button leftSection={<RefreshCw size={16} aria-hidden />} loading={isChecking} onClick={onCheck}>
        {i18n.t('Check now')}
      </Button>
    </>
  );
}

function RemoveDomain({ domain }: { domain: Domain }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const [isAsked, dialog] = useDisclosure();
  const removed = (): void => {
    sayDone(i18n.t('{domain} is removed.', { domain: domain.domain }));
    go('/domains');
    void queryClient.invalidateQueries(domainsQuery(project));
  };
  return (
    <Section title={i18n.t('Remove the domain')}>
      <p>{i18n.t('Senders of this domain are refused from then on. Emails that were sent keep their waybills.')}</p>
      <Button variant="outline" color="red" onClick={dialog.open}>
        {i18n.t('Remove {domain}', { domain: domain.domain })}
      </Button>
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title={i18n.t('Remove {domain}?', { domain: domain.domain })}
        action={i18n.t('Remove the domain')}
        typed={domain.domain}
        run={() => removeDomain(project, domain.id)}
        onDone={removed}
      >
        <p>{i18n.t('Campaigns and workflows that send from it stop sending.')}</p>
      </Confirm>
    </Section>
  );
}

function saveZoneFile({ domain, records }: Domain): void {
  const address = URL.createObjectURL(new Blob([zoneFile(domain, records)], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: `${domain}.zone.txt` });
  link.click();
  URL.revokeObjectURL(address);
}
