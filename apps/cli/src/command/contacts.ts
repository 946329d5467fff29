import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import type { Job, Schema } from '@waybill/sdk/index';
import type { Output } from '../terminal/output';
import { bar, table } from '../terminal/table';
import { collect } from './arguments';
import { withSession } from './command';

const pollMs = 500;
/** Jobs wait for each other; this is longer than the longest of them takes. */
const longestWaitMs = 60 * 60 * 1000;
/** Milliseconds for the file of an export. */
const downloadMs = 10 * 60 * 1000;
/** Lines of refused rows that a person reads; `--json` prints all that the service keeps. */
const shownErrors = 20;

/** Set where the job ended but not all rows were taken. */
const incomplete = 1;

interface ImportFlags {
  wait: boolean;
  dryRun?: boolean;
  map?: Record<string, string>;
}

interface ExportFlags {
  condition?: Record<string, unknown>;
  field?: string[];
}

export function addContacts(program: Command): void {
  const contacts = program.command('contacts').description('contacts of the project');
  contacts
    .command('import')
    .argument('<file>', 'CSV file with a column "email"')
    .description('import contacts from a CSV file and follow the job')
    .option('--dry-run', 'count what would happen and write nothing')
    .option('--map <column=field>', 'field of a column: email, subscribed, data.<name> or ignore', columnField)
    .option('--no-wait', 'only queue the job')
    .action(
      withSession(async ({ waybill, output }, file: string, { wait, dryRun, map }: ImportFlags) => {
        const csv = await openAsBlob(file, { type: 'text/csv' });
        const { jobId } = await waybill.contacts.import(csv, { dryRun, mapping: map });
        if (!wait) return output.print({ jobId }, () => [`Import ${jobId} is queued.`]);
        const job = await followed(() => waybill.contacts.importJob(jobId), output);
        output.print(job, () => linesOf(job));
        const result = job.result as Schema<'ImportResult'> | null;
        if (job.state !== 'completed' || (result?.failureCount ?? 0) > 0) process.exitCode = incomplete;
      }),
    );
  contacts
    .command('export')
    .argument('<file>', 'CSV file to write')
    .description('write contacts to a CSV file')
    .option('--condition <json>', 'only contacts that match, in the language of segments', json)
    .option('--field <name>', 'a column: id, email, subscribed, data.<name> and so on; more than once', collect)
    .action(
      withSession(async ({ waybill, output }, file: string, { condition, field: fields }: ExportFlags) => {
        const { jobId } = await waybill.contacts.export({ condition, fields });
        const job = await followed(() => waybill.contacts.exportJob(jobId), output);
        if (job.state !== 'completed') throw new Error(`The export failed: ${job.failedReason ?? job.state}`);
        await writeFile(file, await waybill.contacts.exportFile(jobId, { timeoutMs: downloadMs }));
        const { contactCount } = job.result as Schema<'ExportResult'>;
        const words = contactCount === 1 ? '1 contact is' : `${contactCount} contacts are`;
        output.print(job, () => [`${words} in ${file}.`]);
      }),
    );
}

/** `column=field`, which may be given more than once. A column may hold `=`, a field does not. */
function columnField(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('Give it as column=field.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

function json(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new InvalidArgumentError('Give it as JSON.');
  }
}

/** The job once it has ended; shows its progress until then. */
async function followed(read: () => Promise<Job>, output: Output): Promise<Job> {
  const end = Date.now() + longestWaitMs;
  while (Date.now() < end) {
    const job = await read();
    output.status(bar(job.progress));
    if (job.state === 'completed' || job.state === 'failed') {
      output.status('');
      return job;
    }
    await delay(pollMs);
  }
  throw new Error('The job did not end within an hour; it goes on.');
}

function linesOf({ state, result, failedReason }: Job): string[] {
  if (state === 'failed' || !result || !('createdCount' in result))
    return [`The import failed: ${failedReason ?? state}`];
  const { dryRun, totalRows, createdCount, updatedCount, unchangedCount, duplicateCount, failureCount, errors } =
    result;
  return [
    ...(dryRun ? ['Dry run: nothing is written.'] : []),
    ...table([
      ['rows', totalRows],
      ['created', createdCount],
      ['updated', updatedCount],
      ['unchanged', unchangedCount],
      ['duplicates', duplicateCount],
      ['refused', failureCount],
    ]),
    ...table(errors.slice(0, shownErrors).map(({ line, email, error }) => [`line ${line}`, email, error])),
    ...(errors.length > shownErrors ? [`… and ${errors.length - shownErrors} more: see --json`] : []),
  ];
}
