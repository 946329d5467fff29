import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Empty, NothingFound } from '../parts/empty/empty';
import { curlOf } from '../parts/empty/curl';
import { oneOf, textOf, useAddressState, type RawSearch } from '../parts/link/address-state';
import { ButtonLink, ScreenLink, useGo } from '../parts/link/screen-link';
import { Moment } from '../parts/moment/moment';
import { Page } from '../parts/page/page';
import type { Column } from '../parts/record-list/column';
import { RecordList } from '../parts/record-list/record-list';
import { useRecords } from '../parts/record-list/use-records';
import { StatusBadge, ToneBadge } from '../parts/status/status-badge';
import { useProject } from '../session/project';
import { AddContact } from './add-contact';
import { BulkDialog } from './bulk-dialog';
import { ContactFilterBar } from './contact-filter-bar';
import { readContacts, type BulkOperation, type Contact, type ContactFilter } from './contact.queries';

const parse = (raw: RawSearch): ContactFilter => ({
  search: textOf(raw['search']),
  subscribed: typeof raw['subscribed'] === 'boolean' ? raw['subscribed'] : undefined,
  sort: oneOf(['createdAt', 'email'] as const, raw['sort']),
  dir: oneOf(['asc', 'desc'] as const, raw['dir']),
});

/** `P/contacts`: all contacts of the project, however many there are. */
export default function ContactsPage() {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const [filter, setFilter] = useAddressState(parse);
  const [isNew, dialog] = useDisclosure();
  const [bulk, setBulk] = useState<BulkOperation | null>(null);
  const records = useRecords([project.id, 'contacts', filter], (cursor, signal) =>
    readContacts(project, filter, cursor, signal),
  );
  const add = (
    <Button onClick={dialog.open} data-new>
      Add a contact
    </Button>
  );
  return (
    <Page
      title="Contacts"
      wide
      actions={
        <>
          <BulkMenu isNarrowed={filter.search !== undefined || filter.subscribed !== undefined} onChoose={setBulk} />
          <ButtonLink to="/contacts/import" variant="default" leftSection={<Upload size={16} aria-hidden />}>
            Import
          </ButtonLink>
          {add}
        </>
      }
    >
      <ContactFilterBar filter={filter} count={records.total} onChange={setFilter} />
      <RecordList
        label="Contacts"
        records={records}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => go(`/contacts/${id}`)}
        sort={{ by: filter.sort ?? 'createdAt', dir: filter.dir ?? (filter.sort === 'email' ? 'asc' : 'desc') }}
        onSort={({ by, dir }) => setFilter({ sort: by === 'email' ? 'email' : undefined, dir })}
        empty={
          <NoContacts
            filter={filter}
            add={add}
            onClear={() => setFilter({ search: undefined, subscribed: undefined })}
          />
        }
      />
      <AddContact opened={isNew} onClose={dialog.close} />
      {bulk && (
        <BulkDialog
          operation={bulk}
          filter={filter}
          count={records.total}
          onClose={() => setBulk(null)}
          onDone={() => void queryClient.invalidateQueries({ queryKey: [project.id, 'contacts'] })}
        />
      )}
    </Page>
  );
}

interface NoContactsProps {
  filter: ContactFilter;
  add: ReactNode;
  onClear: () => void;
}

function NoContacts({ filter, add, onClear }: NoContactsProps) {
  if (filter.search !== undefined) return <NothingFound words={`“${filter.search}”`} onClear={onClear} />;
  if (filter.subscribed !== undefined) return <NothingFound words="this filter" onClear={onClear} />;
  return (
    <Empty
      what="A contact is a person with an email address whom the project writes to."
      action={add}
      curl={curlOf('POST', '/contacts', { email: 'ada@example.com', data: { name: 'Ada' } })}
    />
  );
}

const columns: Column<Contact>[] = [
  {
    key: 'email',
    title: 'Email',
    sort: 'email',
    width: 'minmax(0, 2fr)',
    cell: ({ id, email }) => <ScreenLink to={`/contacts/${id}`}>{email}</ScreenLink>,
  },
  {
    key: 'subscription',
    title: 'Subscription',
    width: '160px',
    cell: ({ subscribed, suppression }) =>
      suppression ? (
        <ToneBadge tone="bad">Suppressed</ToneBadge>
      ) : (
        <StatusBadge kind="subscription" state={subscribed} />
      ),
  },
  { key: 'data', title: 'Data', wideOnly: true, width: 'minmax(0, 3fr)', cell: ({ data }) => shortData(data) },
  {
    key: 'createdAt',
    title: 'Added',
    sort: 'createdAt',
    width: '130px',
    wideOnly: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
];

/** The first fields of a contact in one line. */
function shortData(data: Record<string, unknown>): string {
  return Object.entries(data)
    .slice(0, 4)
    .map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}

function BulkMenu({ isNarrowed, onChoose }: { isNarrowed: boolean; onChoose: (operation: BulkOperation) => void }) {
  const which = isNarrowed ? 'all that match' : 'all contacts';
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
          {isNarrowed ? 'All that match' : 'All contacts'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose('subscribe')}>Subscribe {which}</Menu.Item>
        <Menu.Item onClick={() => onChoose('unsubscribe')}>Unsubscribe {which}</Menu.Item>
        <Menu.Item onClick={() => onChoose('delete')}>Delete {which}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
