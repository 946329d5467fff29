import { Button, Group, Modal, Table, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Empty } from '../parts/empty/empty';
import { curlOf } from '../parts/empty/curl';
import { FormProblem } from '../parts/form/form-problem';
import { useSave } from '../parts/form/save-form';
import { ScreenLink, useGo } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { Moment } from '../parts/moment/moment';
import { Page } from '../parts/page/page';
import { StatusBadge } from '../parts/status/status-badge';
import { mayAct, useProject } from '../session/project';
import { addDomain, domainsQuery, type Domain } from './domain.queries';

/** `P/domains`: the domains that the project may send from. */
export default function DomainsPage() {
  const project = useProject();
  const query = useQuery(domainsQuery(project));
  const [isNew, dialog] = useDisclosure();
  const add = mayAct(project.role, 'ADMIN') ? (
    <Button onClick={dialog.open} data-new>
      Add a domain
    </Button>
  ) : null;
  return (
    <Page title="Domains" actions={query.data?.length ? add : null}>
      <Loaded query={query}>
        {(domains) =>
          domains.length === 0 ? (
            <Empty
              what="A sending domain is the part behind the @ of your senders. Records in its DNS prove that it is yours."
              action={add}
              curl={curlOf('POST', '/domains', { domain: 'mail.example.com' })}
            />
          ) : (
            <DomainTable domains={domains} />
          )
        }
      </Loaded>
      <AddDomain opened={isNew} onClose={dialog.close} />
    </Page>
  );
}

function DomainTable({ domains }: { domains: readonly Domain[] }) {
  return (
    <Table.ScrollContainer minWidth={420} type="native" pos="relative" tabIndex={0}>
      <Table aria-label="Domains" verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Domain</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Last check</Table.Th>
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

function AddDomain({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const form = useForm({ mode: 'uncontrolled', initialValues: { domain: '' } });
  const save = useSave(
    form,
    ({ domain }) => addDomain(project, domain.trim()),
    async ({ id }) => {
      await queryClient.invalidateQueries(domainsQuery(project));
      form.reset();
      onClose();
      go(`/domains/${id}`);
    },
  );
  return (
    <Modal opened={opened} onClose={onClose} title="Add a domain" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem form={form} error={save.error} />
        <TextInput
          label="Domain"
          description="For senders like hello@mail.example.com: mail.example.com"
          maxLength={253}
          data-autofocus
          autoCapitalize="none"
          key={form.key('domain')}
          {...form.getInputProps('domain')}
        />
        <Group justify="flex-end" mt={24} gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Add the domain
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
