import { Command, CommanderError } from 'commander';
import { version } from '../package.json';
import { count } from './command/arguments';
import { outputOf } from './command/command';
import { addContacts } from './command/contacts';
import { addDoctor } from './command/doctor';
import { addDomains } from './command/domains';
import { addEmails } from './command/emails';
import { addLogin } from './command/login';
import { addMcp } from './command/mcp';
import { addSend } from './command/send';
import { addTail } from './command/tail';
import { addTrack } from './command/track';

const environment = `
Environment:
  WAYBILL_URL         address of the server, in place of the login's
  WAYBILL_SECRET_KEY  secret key (sk_), in place of the login's
  WAYBILL_PUBLIC_KEY  public key (pk_): enough for "track"

Exit status: 0 done, 1 refused or failed, 2 wrong usage.`;

const failed = 1;
const wrongUsage = 2;

/** The command `waybill` with all that it can do. */
export function program(): Command {
  const waybill = new Command('waybill')
    .description('The command line of Waybill.')
    .version(version)
    .option('--url <address>', 'address of the server')
    .option('--json', 'print results and errors as JSON')
    .option('--timeout <seconds>', 'seconds that one request may take; 30 unless given', count)
    .addHelpText('after', environment)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  const adders = [addLogin, addSend, addTrack, addContacts, addDomains, addEmails, addTail, addDoctor, addMcp];
  for (const add of adders) add(waybill);
  return waybill;
}

/** Runs the command line and returns the exit status. */
export async function run(argv: string[]): Promise<number> {
  const waybill = program();
  try {
    await waybill.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // The library has printed its message: help, version, or a wrong argument.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
    outputOf(waybill.opts()).error(error);
    return failed;
  }
}
