import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import type { SendEmail } from '@waybill/sdk/index';
import { piped } from '../terminal/prompt';
import { table } from '../terminal/table';
import { collect, pair } from './arguments';
import { withSession } from './command';

interface SendOptions {
  to: string[];
  from?: string;
  name?: string;
  subject?: string;
  body?: string;
  bodyFile?: string;
  text?: string;
  template?: string;
  reply?: string;
  data?: Record<string, unknown>;
  attach?: string[];
  idempotencyKey?: string;
}

const types: Record<string, string> = {
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.ics': 'text/calendar',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.zip': 'application/zip',
};

export function addSend(program: Command): void {
  program
    .command('send')
    .description('send a transactional email')
    .requiredOption('--to <address>', 'recipient; may be given again', collect)
    .option('--from <address>', 'sender on a verified domain')
    .option('--name <name>', "sender's name")
    .option('--subject <text>', 'subject')
    .option('--body <html>', 'HTML body')
    .option('--body-file <path>', 'file with the HTML body; - for stdin')
    .option('--text <text>', 'text body, in place of the one made from the HTML')
    .option('--template <id>', 'template in place of subject and body')
    .option('--reply <address>', 'address for replies')
    .option('--data <name=value>', 'value for the template; may be given again', pair)
    .option('--attach <path>', 'file to attach; may be given again', collect)
    .option('--idempotency-key <key>', 'the same key sends once within 24 hours')
    .action(
      withSession(async ({ waybill, output }, options: SendOptions) => {
        const { idempotencyKey } = options;
        const sent = await waybill.emails.send(await emailOf(options), { idempotencyKey });
        output.print(sent, () => table(sent.emails.map(({ email, contact }) => [email, contact.email])));
      }),
    );
}

async function emailOf(options: SendOptions): Promise<SendEmail> {
  const { to, bodyFile, attach = [], idempotencyKey: _, body, ...rest } = options;
  const attachments = await Promise.all(attach.map(attachmentOf));
  return {
    ...rest,
    to: to.length === 1 ? to[0]! : to,
    body: bodyFile === undefined ? body : bodyFile === '-' ? await piped() : await readFile(bodyFile, 'utf8'),
    ...(attachments.length > 0 ? { attachments } : {}),
  };
}

async function attachmentOf(path: string): Promise<NonNullable<SendEmail['attachments']>[number]> {
  const content = (await readFile(path)).toString('base64');
  const contentType = types[extname(path).toLowerCase()] ?? 'application/octet-stream';
  return { filename: basename(path), content, contentType };
}
