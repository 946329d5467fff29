import { Button, Skeleton, Table } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '../format/format';
import classes from './chart.module.css';

const LineDrawing = lazy(() => import('./line-drawing'));

/** One line of a chart; `color` is a token of `tokens.css` without `--wb-`. */
export interface Series {
  key: string;
  name: string;
  color: 'accent' | 'good' | 'watch' | 'bad' | 'machine' | 'neutral';
}

/** One point in time with a figure for each series. */
export interface ChartRow {
  label: string;
  values: Record<string, number>;
}

interface ChartProps {
  title: string;
  /** The content of the chart in a sentence. */
  summary: string;
  series: readonly Series[];
  rows: readonly ChartRow[];
  /** Name of the first column of the table, for example "Day". */
  axis: string;
}

/** Lines over time, with a sentence that says the same and a table of the figures. Its drawing code is loaded with it. */
export function Chart({ title, summary, series, rows, axis }: ChartProps) {
  const [isTable, setTable] = useState(false);
  return (
    <figure className={classes['figure']} aria-label={title}>
      <figcaption className={classes['caption']}>
        <span>{summary}</span>
        <Button variant="default" size="xs" onClick={() => setTable(!isTable)}>
          {isTable ? 'As a chart' : 'As a table'}
        </Button>
      </figcaption>
      {isTable ? (
        <ChartTable title={title} axis={axis} series={series} rows={rows} />
      ) : (
        <div aria-hidden>
          <Suspense fallback={<Skeleton height={220} />}>
            <LineDrawing series={series} rows={rows} />
          </Suspense>
        </div>
      )}
    </figure>
  );
}

function ChartTable({ title, axis, series, rows }: Omit<ChartProps, 'summary'>) {
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
