/** What `npm run rehearse -- ...` was asked for. */

/** What is made to fail, in this order. */
export const FAULTS = [
  'calm',
  'nats',
  'majority',
  'cut',
  'postgres',
  'switchover',
  'etcd',
  'replicas',
  'rolling',
] as const;

export type Fault = (typeof FAULTS)[number];

export interface Options {
  faults: readonly Fault[];
  /** Install what is missing, by apt-get. */
  install: boolean;
  /** Operations of each kind in a second. */
  perSecond: number;
  /** Keep the folder with all logs. */
  keep: boolean;
}

const maxPerSecond = 200;

/** @throws a sentence that lists the options when one is not known or not valid */
export function readOptions(args: readonly string[]): Options {
  const names: string[] = [];
  let install = false;
  let keep = false;
  let perSecond = 20;
  for (const arg of args) {
    if (arg === '--install') install = true;
    else if (arg === '--keep') keep = true;
    else if (arg.startsWith('--rate=')) perSecond = Number(arg.slice('--rate='.length));
    else names.push(arg);
  }
  const unknown = names.filter((name) => !FAULTS.some((one) => one === name));
  if (unknown.length > 0) {
    throw new Error(`No fault ${unknown.join(', ')}. There are: ${FAULTS.join(', ')}, --rate=<n>, --keep, --install.`);
  }
  if (!Number.isInteger(perSecond) || perSecond < 1 || perSecond > maxPerSecond) {
    throw new Error(`--rate must be a whole number from 1 to ${maxPerSecond}.`);
  }
  return { faults: FAULTS.filter((name) => names.length === 0 || names.includes(name)), install, keep, perSecond };
}
