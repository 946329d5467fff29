import { Table } from '@mantine/core';
import { formatNumber } from '../format/format';
import type { ChartProps } from './chart';

/** The figures of a chart as a table. */
export default function ChartTable({ title, axis, series, rows }: Omit<ChartProps, 'summary'>) {
  return (
    <Table.ScrollContainer minWidth={360} type="native" pos="relative" tabIndex={0} mah={320}>
      <Table aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{axis}</Table.Th>
            {series.map(({ key, name }) => (
              <Table.Th key={key} ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ label, values }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              {series.map(({ key }) => (
                <Table.Td key={key} ta="right">
                  {formatNumber(values[key] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
