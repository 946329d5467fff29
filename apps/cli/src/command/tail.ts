import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { ActivityItem, Waybill } from '@waybill/sdk/index';
import { table } from '../terminal/table';
import { collect, count } from './arguments';
import { withSession } from './command';

const pollMs = 2_000;
/** Items may become visible this long after the time that they carry. */
const latenessMs = 60_000;
/** Items that one look reads at most: more than a project of 250 a second has in `pollMs`. */
const mostPerLook = 500;

interface TailOptions {
  type?: string[];
  count?: number;
}

export function addTail(program: Command): void {
  program
    .command('tail')
    .description('show what happens in the project as it happens, until Ctrl-C')
    .option('--type <type>', 'only this type, for example email.bounced; may be given again', collect)
    .option('--count <number>', 'end after this number of items', count)
    .action(
      withSession(async ({ waybill, output }, { type, count: most = Infinity }: TailOptions) => {
        let shown = 0;
        for await (const item of arriving(waybill, type)) {
          output.print(item, () => table([[item.timestamp, item.type, item.contactEmail, detailOf(item)]]));
          if (++shown >= most) return;
        }
      }),
    );
}

/** Items from now on, each once, in the order in which they are found. Never ends by itself. */
async function* arriving(waybill: Waybill, types: string[] | undefined): AsyncGenerator<ActivityItem> {
  const known = new Map<string, number>();
  const look = async (): Promise<ActivityItem[]> => {
    const oldest = Date.now() - latenessMs;
    for (const [id, seenAt] of known) if (seenAt < oldest - latenessMs) known.delete(id);
    const fresh: ActivityItem[] = [];
    let read = 0;
    for await (const item of waybill.activity.list({ limit: 100, types: types as never })) {
      if (Date.parse(item.timestamp) < oldest || ++read > mostPerLook) break;
      if (!known.has(item.id)) fresh.unshift(item);
      known.set(item.id, Date.now());
    }
    return fresh;
  };
  await look();
  for (;;) {
    await delay(pollMs);
    yield* await look();
  }
}

const detailOf = ({ metadata }: ActivityItem): string =>
  Object.entries(metadata)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
