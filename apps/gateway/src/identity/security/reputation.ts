/** Emails of a window and what became of them; rates in percent, exact where they are judged, with one decimal where they are shown. */
export interface Window {
  total: number;
  bounces: number;
  complaints: number;
  bounceRate: number;
  complaintRate: number;
}

export type Level = 'healthy' | 'warning' | 'critical';

export interface Windows {
  twentyFourHour: Window;
  sevenDay: Window;
  allTime: Window;
}

export interface Judgement extends Windows {
  isHealthy: boolean;
  shouldDisable: boolean;
  isNewProject: boolean;
  violations: string[];
  warnings: string[];
  levels: { bounce7Day: Level; bounceAllTime: Level; complaint7Day: Level; complaintAllTime: Level };
}

type Kind = 'bounce' | 'complaint';
/** A rate in percent and a count, both of which must be reached. */
type Threshold = readonly [rate: number, count: number];

interface RateRule {
  window: keyof Windows;
  kind: Kind;
  warning: Threshold;
  critical: Threshold;
}

/** Nothing is judged on fewer emails in the window. */
const minEmails = 100;

/** Limits of the rates: percent, and the least number of bounces or complaints. */
const rateRules = {
  bounce7Day: { window: 'sevenDay', kind: 'bounce', warning: [5, 5], critical: [10, 10] },
  bounceAllTime: { window: 'allTime', kind: 'bounce', warning: [4, 5], critical: [8, 10] },
  complaint7Day: { window: 'sevenDay', kind: 'complaint', warning: [0.075, 3], critical: [0.15, 5] },
  complaintAllTime: { window: 'allTime', kind: 'complaint', warning: [0.03, 3], critical: [0.12, 5] },
} satisfies Record<string, RateRule>;

/** A project of less than 30 days is also held to plain counts, because a rate says little about it. */
const newProjectRules: RateRule[] = [
  { window: 'twentyFourHour', kind: 'bounce', warning: [0, 10], critical: [0, 25] },
  { window: 'sevenDay', kind: 'bounce', warning: [0, 25], critical: [0, 50] },
  { window: 'twentyFourHour', kind: 'complaint', warning: [0, 3], critical: [0, 7] },
  { window: 'sevenDay', kind: 'complaint', warning: [0, 10], critical: [0, 20] },
];

const rulesOf = (isNewProject: boolean): RateRule[] => [
  ...Object.values(rateRules),
  ...(isNewProject ? newProjectRules : []),
];

export function windowOf(total: number, bounces: number, complaints: number): Window {
  const rate = (part: number): number => (total === 0 ? 0 : (100 * part) / total);
  return { total, bounces, complaints, bounceRate: rate(bounces), complaintRate: rate(complaints) };
}

/** Judges the counts of a project: a critical level of any rule means that it should not send any more. */
export function judge(windows: Windows, isNewProject: boolean): Judgement {
  const rules = rulesOf(isNewProject);
  const at = (level: Level): string[] =>
    rules.filter((rule) => levelOf(rule, windows) === level).map((rule) => sentence(rule, windows));
  const violations = at('critical');
  const warnings = at('warning');
  const worst = (kind: Kind, ...spans: (keyof Windows)[]): Level => {
    const levels = rules
      .filter((rule) => rule.kind === kind && spans.includes(rule.window))
      .map((rule) => levelOf(rule, windows));
    return levels.includes('critical') ? 'critical' : levels.includes('warning') ? 'warning' : 'healthy';
  };
  return {
    ...shown(windows),
    isNewProject,
    violations,
    warnings,
    isHealthy: violations.length === 0 && warnings.length === 0,
    shouldDisable: violations.length > 0,
    // The last 24 hours are a part of the seven days.
    levels: {
      bounce7Day: worst('bounce', 'sevenDay', 'twentyFourHour'),
      bounceAllTime: worst('bounce', 'allTime'),
      complaint7Day: worst('complaint', 'sevenDay', 'twentyFourHour'),
      complaintAllTime: worst('complaint', 'allTime'),
    },
  };
}

function shown({ twentyFourHour, sevenDay, allTime }: Windows): Windows {
  const rate = (exact: number): number => Math.round(exact * 10) / 10;
  const of = (window: Window): Window => ({
    ...window,
    bounceRate: rate(window.bounceRate),
    complaintRate: rate(window.complaintRate),
  });
  return { twentyFourHour: of(twentyFourHour), sevenDay: of(sevenDay), allTime: of(allTime) };
}

/** Bounces and complaints of each window. */
export type Harm = Record<keyof Windows, Pick<Window, 'bounces' | 'complaints'>>;

/** The windows of now with the harm of an earlier moment: the emails that the later harm is about may not be counted yet. */
export function withHarmOf(windows: Windows, { twentyFourHour, sevenDay, allTime }: Harm): Windows {
  const of = ({ total }: Window, { bounces, complaints }: Harm[keyof Harm]): Window =>
    windowOf(total, bounces, complaints);
  return {
    twentyFourHour: of(windows.twentyFourHour, twentyFourHour),
    sevenDay: of(windows.sevenDay, sevenDay),
    allTime: of(windows.allTime, allTime),
  };
}

/** Is there harm enough for a critical level in a window that has too few emails to be judged yet? */
export function isUndecided(windows: Windows, isNewProject: boolean): boolean {
  return rulesOf(isNewProject).some(({ window, kind, critical: [, count] }) => {
    const { total, bounces, complaints } = windows[window];
    return total < minEmails && (kind === 'bounce' ? bounces : complaints) >= count;
  });
}

function levelOf({ window, kind, warning, critical }: RateRule, windows: Windows): Level {
  const { total, bounces, complaints, bounceRate, complaintRate } = windows[window];
  if (total < minEmails) return 'healthy';
  const [rate, count] = kind === 'bounce' ? [bounceRate, bounces] : [complaintRate, complaints];
  const reached = ([atRate, atCount]: Threshold): boolean => rate >= atRate && count >= atCount;
  return reached(critical) ? 'critical' : reached(warning) ? 'warning' : 'healthy';
}

function sentence({ window, kind }: RateRule, windows: Windows): string {
  const { total, bounces, complaints } = windows[window];
  const span = { twentyFourHour: 'in 24 hours', sevenDay: 'in 7 days', allTime: 'of all time' }[window];
  return `${kind === 'bounce' ? `${bounces} bounces` : `${complaints} complaints`} ${span} on ${total} emails`;
}
