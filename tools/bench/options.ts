/** What `npm run bench -- ...` was asked for. */
import { resolve } from 'node:path';

export const CASES = [
  'ceiling',
  'track',
  'send',
  'handover',
  'sustained',
  'sustained-ses',
  'backlog',
  'contacts',
  'domains',
  'segments',
  'campaigns',
  'workflows',
  'timers',
  'webhooks',
  'activity',
  'dashboard',
  'idle',
] as const;

export type Case = (typeof CASES)[number];

export interface Options {
  /** In the order in which they run; all when none is named. */
  cases: readonly Case[];
  /** File that gets the rows as JSON. */
  json?: string;
  /** Folder that gets a CPU profile of every service. */
  profile?: string;
  /** Root of another built tree, with which this one is compared. */
  against?: string;
  /** Contacts that `segments` and `dashboard` load in place of their own number. */
  contacts?: number;
  /** Recipients of the largest of the `campaigns`; the others have 1,000. */
  recipients?: number;
  /** Executions that wait in `timers`, for a quick look: its goals are for its own number. */
  waiting?: number;
}

/** The sizes that can be given. */
const NUMBERS = ['contacts', 'recipients', 'waiting'] as const;

/** Throws a sentence that lists the cases when one is not known. */
export function readOptions(args: readonly string[]): Options {
  const names: string[] = [];
  let json: string | undefined;
  let profile: string | undefined;
  let against: string | undefined;
  const numbers: Pick<Options, (typeof NUMBERS)[number]> = {};
  for (const arg of args) {
    if (arg === '--json') json = 'bench.json';
    else if (arg.startsWith('--json=')) json = arg.slice('--json='.length);
    else if (arg.startsWith('--profile=')) profile = resolve(arg.slice('--profile='.length));
    else if (arg.startsWith('--against=')) against = resolve(arg.slice('--against='.length));
    else {
      const size = NUMBERS.find((name) => arg.startsWith(`--${name}=`));
      if (size) numbers[size] = numberOf(arg);
      else names.push(arg);
    }
  }
  const unknown = names.filter((name) => !CASES.some((one) => one === name));
  if (unknown.length > 0) {
    const sizes = NUMBERS.map((name) => `--${name}=number`).join(', ');
    const known = `${CASES.join(', ')}, --json[=file], --profile=folder, --against=folder, ${sizes}`;
    throw new Error(`No case ${unknown.join(', ')}. There are: ${known}.`);
  }
  return {
    cases: CASES.filter((name) => names.length === 0 || names.includes(name)),
    json,
    profile,
    against,
    ...numbers,
  };
}

/** The number of `--name=number`. */
function numberOf(option: string): number {
  const number = Number(option.slice(option.indexOf('=') + 1));
  if (!Number.isInteger(number) || number < 1_000) throw new Error(`${option} is not a whole number from 1000.`);
  return number;
}
