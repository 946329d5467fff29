import type { Command } from 'commander';
import { ConfigurationError, Waybill } from '@waybill/sdk/index';
import { loginFile, namedUrl, removeLogin, writeLogin, type GlobalOptions } from '../config';
import { ask, piped } from '../terminal/prompt';
import { printable } from '../terminal/table';
import { outputOf } from './command';

export function addLogin(program: Command): void {
  program
    .command('login')
    .description('remember a server and the secret key of a project; the key is asked for, or read from stdin')
    .action(async function run(this: Command) {
      const globals = this.optsWithGlobals<GlobalOptions>();
      const output = outputOf(globals);
      const url = namedUrl(globals) ?? (await ask('Address of the server: '));
      if (!url) throw new ConfigurationError('no server is named: give --url', 'url');
      const secretKey = (await ask('Secret key (sk_…): ', { hidden: true })) ?? (await piped()).trim();
      const waybill = new Waybill({ url, secretKey });
      const project = await waybill.projects.current();
      writeLogin({ url: waybill.url, secretKey });
      const { id, name } = project;
      output.print({ url: waybill.url, project: { id, name }, file: loginFile() }, () => [
        `Logged in to ${waybill.url}, project ${printable(name)}. The key is kept in ${loginFile()}.`,
      ]);
    });
  program
    .command('logout')
    .description('forget the server and the key')
    .action(function run(this: Command) {
      removeLogin();
      outputOf(this.optsWithGlobals<GlobalOptions>()).print({ loggedOut: true }, () => ['Logged out.']);
    });
}
