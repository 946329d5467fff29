import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@waybill/testing/eventually';

/** A fenced block of a guide, with what the comments behind it take from its answer. */
interface Block {
  language: string;
  /** The rest of the fence's first line: the name of a file. */
  info: string;
  text: string;
  /** Line of the fence in the guide. */
  line: number;
}

/** A piece of a guide that is run: a block of code, the answer that the guide shows, and variables that are taken from the answer. */
export interface Example {
  code: Block;
  answer: unknown;
  /** Name of the variable and dotted path in the answer. */
  takes: [string, string][];
}

const fence = /^```(\w*) ?([^\n]*)\n([\s\S]*?)^```$/gm;
const take = /<!-- ([A-Z_]+) = ([\w.]+) -->/g;
const languages = new Set(['sh', 'ts', 'json', 'csv']);

/** The examples of a guide in their order. @throws when a block has another language than sh, ts, json and csv. */
export function examplesOf(guide: string): Example[] {
  const examples: Example[] = [];
  const blocks = [...guide.matchAll(fence)];
  blocks.forEach((match, index) => {
    const [whole, language = '', info = '', text = ''] = match;
    const line = guide.slice(0, match.index).split('\n').length;
    if (!languages.has(language)) throw new Error(`line ${line}: a block of ${language || 'no language'} is not run`);
    const behind = guide.slice(match.index + whole.length, blocks[index + 1]?.index ?? guide.length);
    const takes = [...behind.matchAll(take)].map(([, name, path]): [string, string] => [name!, path!]);
    if (language !== 'json')
      return void examples.push({ code: { language, info, text, line }, answer: undefined, takes });
    const last = examples.at(-1);
    if (!last || last.answer !== undefined) throw new Error(`line ${line}: an answer to nothing`);
    last.answer = JSON.parse(text);
    last.takes.push(...takes);
  });
  return examples;
}

/** What differs between an answer and what a guide shows of it; null when nothing does. `…` stands for any text. */
export function difference(shown: unknown, given: unknown, path = 'answer'): string | null {
  if (typeof shown === 'string' && typeof given === 'string' && shown.includes('…')) {
    const pattern = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${pattern.join('.*')}$`, 's').test(given) ? null : `${path} is ${given}`;
  }
  if (typeof shown !== 'object' || shown === null || typeof given !== 'object' || given === null) {
    return shown === given ? null : `${path} is ${JSON.stringify(given)}, not ${JSON.stringify(shown)}`;
  }
  if (Array.isArray(shown) && shown.length > 0 && (given as unknown[]).length === 0) return `${path} is empty`;
  for (const [key, value] of Object.entries(shown)) {
    const found = difference(value, (given as Record<string, unknown>)[key], `${path}.${key}`);
    if (found) return found;
  }
  return null;
}

/** Runs the examples of one guide in a folder of its own, in their order and with the same variables. */
export class GuideRun {
  constructor(
    private readonly folder: string,
    private readonly env: Record<string, string>,
  ) {}

  async run({ code, answer, takes }: Example): Promise<void> {
    if (code.language === 'csv') return writeFileSync(join(this.folder, code.info), code.text);
    // A block that only reads may have to wait for what was begun before.
    const reads = code.language === 'sh' && !/ -(X|d|F) /.test(code.text);
    let last = '';
    const once = async (): Promise<unknown> => {
      const output = await this.output(code);
      if (answer === undefined && output.includes('"success":false')) throw new Error(`line ${code.line}: ${output}`);
      if (answer === undefined && takes.length === 0) return { output };
      const given = JSON.parse(output) as unknown;
      const differs = answer === undefined ? null : difference(answer, given);
      last = `${differs}\n${output}`;
      if (differs && !reads) throw new Error(`line ${code.line}: ${last}`);
      return differs ? null : { given };
    };
    const done = (
      reads
        ? await eventually(`line ${code.line}`, once, 30_000).catch((error: Error) => fail(error, last))
        : await once()
    ) as {
      given: unknown;
    };
    for (const [name, path] of takes) this.env[name] = String(valueAt(done.given, path));
  }

  /** The output of a block; a call that does not answer, or a program that fails, fails. */
  private output({ language, text, line }: Block): Promise<string> {
    // Before each call of curl: no progress, and a bound.
    const script = `set -eu\ncurl() { command curl -sS --max-time 30 "$@"; }\n${text}`;
    const file = join(this.folder, `block-${line}.mts`);
    if (language === 'ts') writeFileSync(file, text);
    const [program, args] = language === 'ts' ? [process.execPath, [file]] : ['bash', ['-c', script]];
    return new Promise((resolve, reject) => {
      const options = { cwd: this.folder, env: this.env, timeout: 60_000 };
      execFile(program!, args as string[], options, (error, stdout, stderr) => {
        if (error) reject(new Error(`line ${line}: ${error.message}\n${stdout}\n${stderr}`));
        else resolve(stdout);
      });
    });
  }
}

function fail(error: Error, last: string): never {
  throw new Error(`${error.message}\n${last}`);
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((at: any, key) => at?.[key], value);
}
