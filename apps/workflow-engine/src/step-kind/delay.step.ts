import { problem, type StepKind } from './step-kind';

const unitMs = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
const units = Object.keys(unitMs) as (keyof typeof unitMs)[];
const maxDelayMs = 365 * unitMs.days;

const isUnit = (unit: unknown): unit is keyof typeof unitMs => units.includes(unit as keyof typeof unitMs);

/** Waits for a time: `{amount, unit}`. It never goes on early. */
export const delayStep: StepKind = {
  type: 'DELAY',
  problems({ amount, unit }) {
    const problems = [];
    if (amount === undefined || amount === null) problems.push(problem('amount', 'required', 'is required'));
    else if (typeof amount !== 'number') problems.push(problem('amount', 'invalid_type', 'must be a number'));
    else if (!(amount > 0)) problems.push(problem('amount', 'too_small', 'must be more than 0'));
    if (unit === undefined || unit === null) problems.push(problem('unit', 'required', 'is required'));
    else if (!isUnit(unit)) problems.push(problem('unit', 'invalid_enum', `must be one of ${units.join(', ')}`));
    if (problems.length === 0 && isUnit(unit) && (amount as number) * unitMs[unit] > maxDelayMs)
      problems.push(problem('amount', 'too_big', 'must not make a delay of more than 365 days'));
    return problems;
  },
  branches: () => 'one',
  refs: () => [],
  begin({ config }, { now }) {
    const unit = isUnit(config.unit) ? config.unit : 'minutes';
    const until = new Date(Math.ceil(now.getTime() + Number(config.amount) * unitMs[unit]));
    const output = { delayAmount: config.amount, delayUnit: unit, resumeAt: until.toISOString() };
    return { kind: 'wait', until, eventName: null, output };
  },
  resume: () => ({ kind: 'done', output: {} }),
};
