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
  'activity',
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
  /** Contacts that `segments` loads, for a quick look: its goals are for its own number. */
  contacts?: number;
}

/** Throws a sentence that lists the cases when one is not known. */
export function readOptions(args: readonly string[]): Options {
  const names: string[] = [];
  let json: string | undefined;
  let profile: string | undefined;
  let against: string | undefined;
  let contacts: number | undefined;
  for (const arg of args) {
    if (arg === '--json') json = 'bench.json';
    else if (arg.startsWith('--json=')) json = arg.slice('--json='.length);
    else if (arg.startsWith('--profile=')) profile = resolve(arg.slice('--profile='.length));
    else if (arg.startsWith('--against=')) against = resolve(arg.slice('--against='.length));
    else if (arg.startsWith('--contacts=')) contacts = numberOf(arg.slice('--contacts='.length));
    else names.push(arg);
  }
  const unknown = names.filter((name) => !CASES.some((one) => one === name));
  if (unknown.length > 0) {
    const known = `${CASES.join(', ')}, --json[=file], --profile=folder, --against=folder, --contacts=number`;
    throw new Error(`No case ${unknown.join(', ')}. There are: ${known}.`);
  }
  return {
    cases: CASES.filter((name) => names.length === 0 || names.includes(name)),
    json,
    profile,
    against,
    contacts,
  };
}

function numberOf(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1_000)
    throw new Error(`--contacts=${text} is not a whole number from 1000.`);
  return number;
}
