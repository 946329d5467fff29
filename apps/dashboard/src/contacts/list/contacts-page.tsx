import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { curlOf } from '../../parts/empty/curl';
import { Empty, NothingFound } from '../../parts/empty/empty';
import { oneOf, textOf, useAddressState, type RawSearch } from '../../parts/link/address-state';
import { ButtonLink, useGo } from '../../parts/link/screen-link';
import { Page } from '../../parts/page/page';
import { RecordList } from '../../parts/record-list/record-list';
import { useRecords } from '../../parts/record-list/use-records';
import { useProject } from '../../session/project';
import {
  matchCountQuery,
  readContacts,
  type BulkOperation,
  type Condition,
  type ContactFilter,
} from '../contact.queries';
import { AddContact } from './add-contact';
import { BulkDialog } from './bulk-dialog';
import { ConditionFilter } from './condition-filter';
import { contactColumns } from './contact-columns';
import { ContactFilterBar } from './contact-filter-bar';
import { ExportDialog } from './export-dialog';
import { SelectionBar } from './selection-bar';
import { isEmpty, isSelected, nothing, toggled, wholeCondition, type Selection } from './selection';
import { i18n } from '../../text/i18n';

/** The total of a list is counted up to this number. */
const maxCounted = 10_000;
const sorts = ['createdAt', 'updatedAt', 'email'] as const;

const parse = (raw: RawSearch): ContactFilter => ({
  search: textOf(raw['search']),
  subscribed: typeof raw['subscribed'] === 'boolean' ? raw['subscribed'] : undefined,
  condition: conditionOf(raw['condition']),
  sort: oneOf(sorts, raw['sort']),
  dir: oneOf(['asc', 'desc'] as const, raw['dir']),
});

const conditionOf = (value: unknown): Condition | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Condition) : undefined;

/** `P/contacts`: all contacts of the project, however many there are. */
export default function ContactsPage() {
  const [filter, setFilter] = useAddressState(parse);
  const [isNew, dialog] = useDisclosure();
  const [isExport, exporting] = useDisclosure();
  return (
    <Page
      title={i18n.t('Contacts')}
      wide
      actions={
        <>
          <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={exporting.open}>
            {i18n.t('Export')}
          </Button>
          <ButtonLink to="/contacts/import" variant="default" leftSection={<Upload size={16} aria-hidden />}>
            {i18n.t('Import')}
          </ButtonLink>
          <Button onClick={dialog.open} data-new>
            {i18n.t('Add a contact')}
          </Button>
        </>
      }
    >
      <ContactList filter={filter} onFilter={setFilter} onAdd={dialog.open} />
      <AddContact opened={isNew} onClose={dialog.close} />
      {isExport && <ExportDialog filter={filter} onClose={exporting.close} />}
    </Page>
  );
}

interface ContactListProps {
  filter: ContactFilter;
  onFilter: (part: Partial<ContactFilter>) => void;
  onAdd: () => void;
}

function ContactList({ filter, onFilter, onAdd }: ContactListProps) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const [selection, setSelection] = useSelection(filter);
  const [bulk, setBulk] = useState<BulkOperation | null>(null);
  const key = [project.id, 'contacts', filter];
  const records = useRecords(key, (cursor, signal) => readContacts(project, filter, cursor, signal));
  const matching = useMatching(filter, records.total);
  const columns = useMemo(() => contactColumns(selection, setSelection), [selection, setSelection]);
  const clear = (): void => onFilter({ search: undefined, subscribed: undefined, condition: undefined });
  return (
    <>
      <Narrowing filter={filter} matching={matching} error={records.query.error} onFilter={onFilter} />
      {!isEmpty(selection) && (
        <SelectionBar selection={selection} matching={matching} onChange={setSelection} onOperate={setBulk} />
      )}
      <RecordList
        label={i18n.t('Contacts')}
        records={records}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => go(`/contacts/${id}`)}
        selection={{
          has: ({ id }) => isSelected(selection, id),
          toggle: ({ id }) => setSelection(toggled(selection, id)),
        }}
        sort={{ by: filter.sort ?? 'createdAt', dir: filter.dir ?? (filter.sort === 'email' ? 'asc' : 'desc') }}
        onSort={({ by, dir }) => onFilter({ sort: oneOf(sorts, by), dir })}
        empty={<NoContacts filter={filter} onAdd={onAdd} onClear={clear} />}
      />
      {bulk && (
        <BulkDialog
          operation={bulk}
          filter={filter}
          selection={selection}
          matching={matching}
          onClose={() => setBulk(null)}
          onDone={() => {
            setSelection(nothing);
            void queryClient.invalidateQueries({ queryKey: [project.id, 'contacts'] });
          }}
        />
      )}
    </>
  );
}

interface NarrowingProps extends Pick<ContactListProps, 'filter' | 'onFilter'> {
  matching: number | null;
  /** The error of the list. */
  error: unknown;
}

/** The filter bar, with the builder of conditions where it is opened. */
function Narrowing({ filter, matching, error, onFilter }: NarrowingProps) {
  const [isOpen, conditions] = useDisclosure(filter.condition !== undefined);
  const change = (condition: Condition | undefined): void => {
    onFilter({ condition });
    if (!condition) conditions.close();
  };
  return (
    <>
      <ContactFilterBar
        filter={filter}
        count={matching}
        isOpen={isOpen}
        onToggle={conditions.toggle}
        onChange={onFilter}
      />
      {isOpen && <ConditionFilter condition={filter.condition} error={error} onChange={change} />}
    </>
  );
}

/** The selection, which belongs to one filter: another one begins with nothing selected. */
function useSelection({ search, subscribed, condition }: ContactFilter): [Selection, (next: Selection) => void] {
  const of = JSON.stringify([search, subscribed, condition]);
  const [kept, setKept] = useState({ of, selection: nothing });
  const setSelection = useMemo(() => (selection: Selection) => setKept({ of, selection }), [of]);
  return [kept.of === of ? kept.selection : nothing, setSelection];
}

/** How many contacts the filter finds. The list counts the first 10,000 matches; what is more is asked for apart. */
function useMatching(filter: ContactFilter, total: number | null): number | null {
  const project = useProject();
  const condition = wholeCondition(filter);
  const isMore = condition !== undefined && total !== null && total >= maxCounted;
  const query = useQuery(matchCountQuery(project, isMore ? condition : undefined));
  return isMore ? (query.data?.count ?? null) : total;
}

interface NoContactsProps {
  filter: ContactFilter;
  onAdd: () => void;
  onClear: () => void;
}

function NoContacts({ filter, onAdd, onClear }: NoContactsProps): ReactNode {
  if (filter.search !== undefined) return <NothingFound words={`“${filter.search}”`} onClear={onClear} />;
  if (wholeCondition(filter)) return <NothingFound words={i18n.t('this filter')} onClear={onClear} />;
  return (
    <Empty
      what={i18n.t('A contact is a person with an email address whom the project writes to.')}
      action={<Button onClick={onAdd}>{i18n.t('Add a contact')}</Button>}
      curl={curlOf('POST', '/contacts', { email: 'ada@example.com', data: { name: 'Ada' } })}
    />
  );
}
