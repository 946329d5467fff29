/** Waits for what a measurement leaves behind: emails that are still handed over would slow the next one down. */
import { setTimeout as delay } from 'node:timers/promises';
import { UsageMeter } from './usage-meter.ts';

const STEP_MS = 500;
const LIMIT_MS = 120_000;
/** Percent of one core that an idle system takes at most. */
const IDLE = 15;

/** Resolves once the parts take hardly any time, after two minutes at the latest. */
export async function atRest(parts: Map<string, number>): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; ) {
    const meter = new UsageMeter(parts);
    meter.start();
    await delay(STEP_MS);
    const { bench: _own, ...cpu } = meter.stop().cpu;
    if (Object.values(cpu).reduce((sum, percent) => sum + percent, 0) <= IDLE) return;
  }
}
