import type { Command } from 'commander';
import { pair } from './arguments';
import { withSession } from './command';

interface TrackOptions {
  email: string;
  event: string;
  data?: Record<string, unknown>;
  subscribed?: boolean;
  idempotencyKey?: string;
}

export function addTrack(program: Command): void {
  program
    .command('track')
    .description('record an event of a contact')
    .requiredOption('--email <address>', 'address of the contact')
    .requiredOption('--event <name>', 'name of the event')
    .option('--data <name=value>', 'data of the event; may be given again', pair)
    .option('--subscribed', 'subscribe the contact')
    .option('--no-subscribed', 'unsubscribe the contact')
    .option('--idempotency-key <key>', 'the same key tracks once within 24 hours')
    .action(
      withSession(async ({ waybill, output }, { idempotencyKey, ...event }: TrackOptions) => {
        const tracked = await waybill.events.track(event, { idempotencyKey });
        output.print(tracked, () => [`${tracked.event} of contact ${tracked.contact} at ${tracked.timestamp}`]);
      }),
    );
}
