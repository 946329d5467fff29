import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Job, Schema, Waybill } from '@waybill/sdk/index';
import type { Output } from '../terminal/output';
import { bar, table } from '../terminal/table';
import { withSession } from './command';

const pollMs = 500;
/** Imports wait for each other; this is longer than the longest of them takes. */
const longestWaitMs = 60 * 60 * 1000;
/** Lines of refused rows that a person reads; `--json` prints all that the service keeps. */
const shownErrors = 20;

/** Set where the job ended but not all rows were taken. */
const incomplete = 1;

export function addContacts(program: Command): void {
  program
    .command('contacts')
    .description('contacts of the project')
    .command('import')
    .argument('<file>', 'CSV file with a column "email"')
    .description('import contacts from a CSV file and follow the job')
    .option('--no-wait', 'only queue the job')
    .action(
      withSession(async ({ waybill, output }, file: string, { wait }: { wait: boolean }) => {
        const { jobId } = await waybill.contacts.import(await openAsBlob(file, { type: 'text/csv' }));
        if (!wait) return output.print({ jobId }, () => [`Import ${jobId} is queued.`]);
        const job = await followed(waybill, jobId, output);
        output.print(job, () => linesOf(job));
        const result = job.result as Schema<'ImportResult'> | null;
        if (job.state !== 'completed' || (result?.failureCount ?? 0) > 0) process.exitCode = incomplete;
      }),
    );
}

/** The job once it has ended; shows its progress until then. */
async function followed(waybill: Waybill, jobId: string, output: Output): Promise<Job> {
  const end = Date.now() + longestWaitMs;
  while (Date.now() < end) {
    const job = await waybill.contacts.importJob(jobId);
    output.status(bar(job.progress));
    if (job.state === 'completed' || job.state === 'failed') {
      output.status('');
      return job;
    }
    await delay(pollMs);
  }
  throw new Error(`The import ${jobId} did not end within an hour; it goes on.`);
}

function linesOf({ state, result, failedReason }: Job): string[] {
  if (state === 'failed' || !result || !('createdCount' in result))
    return [`The import failed: ${failedReason ?? state}`];
  const { totalRows, createdCount, updatedCount, duplicateCount, failureCount, errors } = result;
  return [
    ...table([
      ['rows', totalRows],
      ['created', createdCount],
      ['updated', updatedCount],
      ['duplicates', duplicateCount],
      ['refused', failureCount],
    ]),
    ...table(errors.slice(0, shownErrors).map(({ line, email, error }) => [`line ${line}`, email, error])),
    ...(errors.length > shownErrors ? [`… and ${errors.length - shownErrors} more: see --json`] : []),
  ];
}
