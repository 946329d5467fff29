import type { Command } from 'commander';
import type { Waybill } from '@waybill/sdk/index';
import { clientOf, type GlobalOptions } from '../config';
import { Output } from '../terminal/output';

/** A command's surroundings: the client of the project and the terminal. */
export interface Session {
  waybill: Waybill;
  output: Output;
  globals: GlobalOptions;
}

/** Runs a command with the client that its options and the login give. @throws ConfigurationError */
export function withSession<A extends unknown[]>(
  action: (session: Session, ...values: A) => Promise<void>,
): (this: Command, ...values: A) => Promise<void> {
  return async function run(this: Command, ...values: A) {
    const globals = this.optsWithGlobals<GlobalOptions>();
    await action({ waybill: clientOf(globals), output: outputOf(globals), globals }, ...values);
  };
}

export const outputOf = (globals: GlobalOptions): Output => new Output(globals.json === true);
