import { Autocomplete, Switch, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fieldsQuery } from '../../parts/condition/condition-fields';
import { useProject } from '../../session/project';
import type { CsvFile, Mapping } from './import-mapping';
import { i18n } from '../../text/i18n';

interface MappingTableProps {
  csv: CsvFile;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** The columns of a file with the field that each becomes, and its first values. */
export function MappingTable({ csv, mapping, onChange }: MappingTableProps) {
  const query = useQuery(fieldsQuery(useProject()));
  const custom = (query.data?.fields ?? []).filter(({ isCustom }) => isCustom);
  const fields = [...new Set(['email', 'subscribed', ...custom.map(({ field }) => field.replace(/^data\./, ''))])];
  return (
    <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={i18n.t('Columns of the file')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{i18n.t('Column')}</Table.Th>
            <Table.Th>{i18n.t('Becomes the field')}</Table.Th>
            <Table.Th>{i18n.t('Import')}</Table.Th>
            <Table.Th>{i18n.t('First values')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {csv.columns.map((column, index) => (
            <MappingRow
              key={index}
              name={column || i18n.t('Column {index}', { index: index + 1 })}
              isNamed={column !== ''}
              field={mapping[index] ?? null}
              fields={fields}
              values={csv.sample.map((row) => row[index] ?? '')}
              onChange={(field) => onChange(mapping.map((each, at) => (at === index ? field : each)))}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface MappingRowProps {
  name: string;
  /** A column without a name cannot be imported. */
  isNamed: boolean;
  field: string | null;
  fields: string[];
  values: string[];
  onChange: (field: string | null) => void;
}

function MappingRow({ name, isNamed, field, fields, values, onChange }: MappingRowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>
        <Autocomplete
          aria-label={i18n.t('Field of {name}', { name })}
          data={fields}
          maxLength={100}
          disabled={field === null}
          value={field ?? ''}
          onChange={onChange}
        />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={i18n.t('Import {name}', { name })}
          checked={field !== null}
          disabled={!isNamed}
          onChange={(event) => onChange(event.currentTarget.checked ? name : null)}
        />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{values.filter(Boolean).slice(0, 3).join(' · ')}</Table.Td>
    </Table.Tr>
  );
}
