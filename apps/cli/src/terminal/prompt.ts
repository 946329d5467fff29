import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

const isTerminal = (): boolean => process.stdin.isTTY === true;

/** Everything that is piped into the command. Empty at a terminal, where nothing is piped. */
export const piped = async (): Promise<string> => (isTerminal() ? '' : text(process.stdin));

/** Asks the person at the terminal; `hidden` shows nothing of the answer. Null where there is no terminal. */
export async function ask(question: string, { hidden = false } = {}): Promise<string | null> {
  if (!isTerminal()) return null;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(question);
  const prompt = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true });
  try {
    return (await prompt.question('')).trim();
  } finally {
    prompt.close();
    if (hidden) process.stderr.write('\n');
  }
}
