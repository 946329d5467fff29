import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { lazyPart } from '../lazy/lazy-part';
import classes from './chart.module.css';
import { i18n } from '../../text/i18n';

const LineDrawing = lazy(() => import('./line-drawing'));
const ChartTable = lazyPart(() => import('./chart-table'));

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

export interface ChartProps {
  title: string;
  /** The content of the chart in a sentence. */
  summary: string;
  series: readonly Series[];
  rows: readonly ChartRow[];
  /** Name of the first column of the table, for example "Day". */
  axis: string;
}

/** Lines over time, with a sentence that says the same and a table of the figures. Drawing and table are loaded when they are shown. */
export function Chart({ title, summary, series, rows, axis }: ChartProps) {
  const [isTable, setTable] = useState(false);
  return (
    <figure className={classes['figure']} aria-label={title}>
      <figcaption className={classes['caption']}>
        <span>{summary}</span>
        <Button variant="default" size="xs" onClick={() => setTable(!isTable)}>
          {isTable ? i18n.t('As a chart') : i18n.t('As a table')}
        </Button>
      </figcaption>
      {isTable ? (
        <Suspense fallback={<Skeleton height={220} />}>
          <ChartTable title={title} axis={axis} series={series} rows={rows} />
        </Suspense>
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
