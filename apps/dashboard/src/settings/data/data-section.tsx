import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../../parts/empty/empty';
import { curlOf } from '../../parts/empty/curl';
import { formatPercent } from '../../parts/format/format';
import { Loaded } from '../../parts/loaded/loaded';
import { Section } from '../../parts/page/page';
import { useProject } from '../../session/project';
import { FieldDialog } from './field-dialog';
import { fieldsQuery, type Field } from './field.queries';
import { i18n } from '../../text/i18n';

/** The custom fields of the contacts: how many contacts have each, where each is used. */
export default function DataSection() {
  const project = useProject();
  const query = useQuery(fieldsQuery(project));
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Section title={i18n.t('Fields of your contacts')}>
      <Loaded query={query}>
        {({ fields }) => {
          const custom = fields.filter(({ isCustom }) => isCustom);
          if (custom.length > 0) return <FieldTable fields={custom} onChoose={setChosen} />;
          const contact = { email: 'ada@example.com', data: { plan: 'pro' } };
          return (
            <Empty
              what={i18n.t(
                'Contacts have no fields of their own yet. A field exists as soon as one contact has a value for it.',
              )}
              curl={curlOf('POST', '/contacts', contact)}
            />
          );
        }}
      </Loaded>
      {chosen && <FieldDialog field={chosen} onClose={() => setChosen(null)} />}
    </Section>
  );
}

function FieldTable({ fields, onChoose }: { fields: readonly Field[]; onChoose: (field: string) => void }) {
  return (
    <Table.ScrollContainer minWidth={420} type="native" pos="relative" tabIndex={0}>
      <Table aria-label={i18n.t('Fields')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{i18n.t('Field')}</Table.Th>
            <Table.Th>{i18n.t('Type')}</Table.Th>
            <Table.Th ta="right">{i18n.t('Contacts that have it')}</Table.Th>
            <Table.Th>
              <span className="wb-visually-hidden">{i18n.t('Actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ field, type, coverage }) => (
            <Table.Tr key={field}>
              <Table.Td>
                <code>{field}</code>
              </Table.Td>
              <Table.Td>{type}</Table.Td>
              <Table.Td ta="right">{formatPercent(coverage)}</Table.Td>
              <Table.Td ta="right">
                <Button
                  variant="default"
                  size="xs"
                  aria-label={i18n.t('Usage of {field}, and delete', { field })}
                  onClick={() => onChoose(field)}
                >
                  {i18n.t('Usage')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
