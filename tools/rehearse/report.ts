/** The table of a rehearsal, and whether it is passed. */
import type { Kind, Operation } from './load/load.ts';
import type { Truth } from './load/truth.ts';

export interface Row {
  /** What was made to fail. */
  fault: string;
  /** Operations that were accepted. */
  accepted: number;
  truth: Truth;
  /** Answers 503 with `Retry-After`. */
  refused: number;
  /** Operations that were answered 409 after an attempt that was cut off. */
  inUse: number;
  /** Connections that ended without an answer. */
  cut: number;
  /** Any other answer. */
  wrong: string[];
  /** Operations that were never accepted. */
  givenUp: number;
  /** Longest time without an accepted request, in seconds, by kind. */
  silence: Record<Kind, number>;
}

/** The row of one fault. `from` and `to`: `performance.now()` of the begin and the end of the load. */
export function rowOf(fault: string, operations: Operation[], truth: Truth, from: number, to: number): Row {
  const sum = (read: (operation: Operation) => number): number =>
    operations.reduce((total, operation) => total + read(operation), 0);
  const silence = (kind: Kind): number => silenceOf(timesOf(operations, kind), from, to);
  const accepted = operations.filter(({ acceptedAt }) => acceptedAt !== undefined).length;
  return {
    ...{ fault, accepted, truth, givenUp: operations.length - accepted },
    refused: sum(({ refused }) => refused),
    inUse: sum(({ inUse }) => Math.min(inUse, 1)),
    cut: sum(({ cut }) => cut),
    wrong: operations.flatMap(({ wrong }) => wrong),
    silence: { send: silence('send'), track: silence('track') },
  };
}

const timesOf = (operations: Operation[], kind: Kind): number[] =>
  operations.filter((operation) => operation.kind === kind).flatMap(({ acceptedAt = [] }) => acceptedAt);

/** The longest pause between two of the times, begin and end included, in seconds with one decimal. */
export function silenceOf(times: number[], from: number, to: number): number {
  const all = [from, ...times.filter((time) => time > from && time < to).sort((one, other) => one - other), to];
  const pauses = all.slice(1).map((time, index) => time - all[index]!);
  return Math.round(Math.max(...pauses) / 100) / 10;
}

/** Why a rehearsal is not passed, one sentence each; none when it is. */
export function problemsOf({ fault, truth, wrong, givenUp }: Row): string[] {
  const counts: [number, string][] = [
    [truth.lost, 'accepted operations are lost'],
    [truth.doubled, 'operations had two effects without notice'],
    [truth.eventsLost, 'events of emails did not reach their consumer once'],
    [wrong.length, `answers were neither 2xx nor 503 with Retry-After, for example: ${wrong[0]}`],
    [givenUp, 'operations were never accepted'],
  ];
  return counts.filter(([count]) => count > 0).map(([count, what]) => `${fault}: ${count} ${what}`);
}

const columns = [
  'What failed',
  'Accepted',
  'Lost',
  'Doubled without notice',
  'Marked as possible duplicate',
  'Outcome open',
  'Refused (503 with `Retry-After`)',
  'Cut connections',
  'Requests that waited for a key in use (409)',
  'Seconds without `/v1/send`',
  'Seconds without `/v1/track`',
];

/** As a table in Markdown. */
export function table(rows: Row[]): string {
  const cells = rows.map(({ fault, accepted, truth, refused, cut, inUse, silence }) => [
    ...[
      fault,
      accepted,
      truth.lost + truth.eventsLost,
      truth.doubled,
      truth.marked,
      truth.unsettled,
      refused,
      cut,
      inUse,
    ],
    ...[silence.send, silence.track],
  ]);
  return [columns, columns.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
