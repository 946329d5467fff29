import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const read = (file: string): string => readFileSync(join(__dirname, '..', file), 'utf8');
interface Alert {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
const alerts = (parse(read('observability/alerts.yaml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const page = read('docs/operations.md');

it.each(alerts.map((alert) => [alert.alert, alert] as const))(
  '%s has a severity, a summary and a part of docs/operations.md that says what to do',
  (name, { labels, annotations, for: pause }) => {
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
    expect(annotations.runbook).toBe(`docs/operations.md#${name.toLowerCase()}`);
    expect(pause).toMatch(/^\d+m$/);
    const part = page.split(`\n### ${name}\n`)[1]?.split('\n#')[0]?.trim();
    expect(part?.length).toBeGreaterThan(80);
  },
);

it('docs/operations.md explains no alert that is not there', () => {
  const headings = [...page.matchAll(/^### (Waybill\w+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(alerts.map(({ alert }) => alert));
});

it('every panel of the dashboard has a title and queries, and no two lie on each other', () => {
  const { panels } = JSON.parse(read('observability/dashboard.json')) as {
    panels: { title: string; gridPos: { x: number; y: number }; targets: { expr: string }[] }[];
  };
  expect(panels.every(({ title, targets }) => title && targets.length > 0 && targets.every(({ expr }) => expr))).toBe(
    true,
  );
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
});
