/** The readable end of a run. */
import type { Machine } from './machine.ts';
import type { Goal, Row } from './result.ts';

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
    return [name + figures.join('  ') + verdict(row), ...second];
  });
  const { cores, model, memoryGb, kernel, node } = machine;
  const place = `${cores} cores, ${model}, ${memoryGb} GB, Linux ${kernel}, Node ${node}; load on the same cores`;
  return ['', place, '', ...lines, '', goalsLine(rows)].join('\n');
}

function verdict({ goals }: Row): string {
  const named = (kind: string, some: Goal[]): string =>
    some.length === 0 ? '' : `  [${kind}: ${some.map(({ figure, wanted }) => `${figure} ${wanted}`).join(', ')}]`;
  if (goals.length > 0 && goals.every(({ met, open }) => met && !open)) return '  [met]';
  const missed = goals.filter(({ met, open }) => !met && !open);
  return (
    named('missed', missed) +
    named(
      'open, the machine was busy',
      goals.filter(({ open }) => open),
    )
  );
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
  const open = goals.filter((goal) => goal.open).length;
  const met = goals.filter((goal) => goal.met && !goal.open).length;
  return `${met} of ${goals.length} goals met, ${goals.length - met - open} missed, ${open} open`;
}

export const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

function shown(value: number | string): string {
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 2 }) : value;
}
