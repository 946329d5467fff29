/** The readable end of a run. */
import type { Machine } from './machine.ts';
import type { Row } from './result.ts';

/** All rows as text: one line for the figures, one for where the time went, and a last line that counts the goals. */
export function report(rows: Row[], machine: Machine): string {
  const widths = [0, 0];
  for (const row of rows) {
    widths[0] = Math.max(widths[0] ?? 0, row.case.length);
    widths[1] = Math.max(widths[1] ?? 0, row.variant.length);
  }
  const lines = rows.flatMap((row) => {
    const name = `${row.case.padEnd(widths[0] ?? 0)}  ${row.variant.padEnd(widths[1] ?? 0)}  `;
    const figures = Object.entries(row.figures).map(([figure, value]) => `${figure} ${shown(value)}`);
    const second = row.usage ? [' '.repeat(name.length) + usageLine(row)] : [];
    const missed = row.goals.filter(({ met }) => !met).map(({ figure, wanted }) => `${figure} ${wanted}`);
    const verdict = row.goals.length === 0 ? '' : missed.length === 0 ? '  [met]' : `  [missed: ${missed.join(', ')}]`;
    return [name + figures.join('  ') + verdict, ...second];
  });
  const { cores, model, memoryGb, kernel, node } = machine;
  const place = `${cores} cores, ${model}, ${memoryGb} GB, Linux ${kernel}, Node ${node}; load on the same cores`;
  return ['', place, '', ...lines, '', goalsLine(rows)].join('\n');
}

function usageLine({ usage }: Row): string {
  if (!usage) return '';
  const parts = Object.entries(usage.cpu).map(([name, percent]) => {
    const resident = usage.resident[name] ?? 0;
    return resident > 0 ? `${name} ${percent} % ${megabytes(resident)} MB` : `${name} ${percent} %`;
  });
  return `cpu: ${parts.join(', ')}; other programs ${usage.others} %, withheld by the host ${usage.withheld} %`;
}

function goalsLine(rows: Row[]): string {
  const goals = rows.flatMap((row) => row.goals);
  return `${goals.filter(({ met }) => met).length} of ${goals.length} goals met`;
}

export const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

function shown(value: number | string): string {
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 2 }) : value;
}
