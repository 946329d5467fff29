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

/** The custom fields of the contacts: how many contacts have each, where each is used. */
export default function DataSection() {
  const project = useProject();
  const query = useQuery(fieldsQuery(project));
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Section title="Fields of your contacts">
      <Loaded query={query}>
        {({ fields }) => {
          const custom = fields.filter(({ isCustom }) => isCustom);
          if (custom.length > 0) return <FieldTable fields={custom} onChoose={setChosen} />;
          const contact = { email: 'ada@example.com', data: { plan: 'pro' } };
          return (
            <Empty
              what="Contacts have no fields of their own yet. A field exists as soon as one contact has a value for it."
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
      <Table aria-label="Fields" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th ta="right">Contacts that have it</Table.Th>
            <Table.Th>
              <span className="wb-visually-hidden">Actions</span>
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
                  aria-label={`Usage of ${field}, and delete`}
                  onClick={() => onChoose(field)}
                >
                  Usage
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
