import type { Command } from 'commander';
import type { EmailWaybill } from '@waybill/sdk/index';
import { after, table } from '../terminal/table';
import { withSession } from './command';

export function addEmails(program: Command): void {
  program
    .command('emails')
    .description('emails of the project')
    .command('show')
    .argument('<id>', 'id of the email, as "waybill send" prints it')
    .description('show the waybill of an email: everything that happened to it')
    .action(
      withSession(async ({ waybill, output }, id: string) => {
        const email = await waybill.emails.get(id);
        output.print(email, () => linesOf(email));
      }),
    );
}

/** The waybill as a table: the email above, its way below. */
export function linesOf(email: EmailWaybill): string[] {
  const head: [string, string | null][] = [
    ['email', email.id],
    ['to', email.to],
    ['from', email.from],
    ['subject', email.subject],
    ['status', email.reason ? `${email.status} (${email.reason})` : email.status],
    ['source', email.sourceType],
    ['provider', email.provider],
    ['message id', email.messageId],
  ];
  const way = email.timeline.map((entry) => [entry.at, after(email.createdAt, entry.at), entry.type, detailOf(entry)]);
  return [...table(head.filter(([, value]) => value !== null)), '', ...table(way)];
}

/** The facts of an entry beside its time and type, for example `attempt 1 provider smtp outcome accepted`. */
function detailOf(entry: EmailWaybill['timeline'][number]): string {
  return Object.entries(entry)
    .filter(([name, value]) => name !== 'at' && name !== 'type' && value !== null && value !== undefined)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}
