import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { formatNumber, formatShort } from '../format/format';
import type { ChartRow, Series } from './chart';

/** The drawing itself, in a chunk of its own: its library is larger than the rest of a page. */
export default function LineDrawing({ series, rows }: { series: readonly Series[]; rows: readonly ChartRow[] }) {
  return (
    <AreaChart
      h={220}
      data={rows.map(({ label, values }) => ({ label, ...values }))}
      dataKey="label"
      series={series.map(({ key, name, color }) => ({ name: key, label: name, color: `var(--wb-${color})` }))}
      withDots={false}
      withGradient={false}
      fillOpacity={0.08}
      curveType="linear"
      withLegend
      gridAxis="x"
      tickLine="none"
      strokeWidth={2}
      valueFormatter={(value) => formatNumber(value)}
      yAxisProps={{ tickFormatter: (value: number) => formatShort(value), allowDecimals: false, width: 44 }}
      xAxisProps={{ minTickGap: 32 }}
      areaProps={{ isAnimationActive: false }}
      areaChartProps={{ accessibilityLayer: false }}
    />
  );
}
