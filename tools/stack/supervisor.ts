/** Brings the whole system up, keeps it up, and takes it down in order on Ctrl-C or SIGTERM. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fillDemo } from './demo/demo-content.ts';
import type { Demo } from './demo/demo.ts';
import { hasWebApp } from '../build-web.ts';
import { banner } from './banner.ts';
import { stackConfig } from './config.ts';
import { labelled } from './labels.ts';
import { planPorts } from './port-plan.ts';
import type { ProcessStamp } from './process/process-table.ts';
import { endLeftovers, lockFolder, readRun, unlockFolder } from './run-file.ts';
import { SERVICES } from './services.ts';
import type { Service } from './services.ts';
import { bundleOf } from './process/service-process.ts';
import { Stack } from './stack.ts';
import { stateFolder } from './state-folder.ts';

/** Answers the exit code. A stack that already runs here is what the person wants: it is shown, and the code is 0. */
async function main(root: string): Promise<number> {
  const began = performance.now();
  const state = stateFolder(root);
  const config = stackConfig();
  const other = lockFolder(state);
  if (other) {
    console.log(alreadyRunning(other, readRun(state)));
    return 0;
  }
  const printer = (name: string): ((line: string) => void) =>
    labelled(name, 1 + SERVICES.findIndex((service) => service.name === name));
  const say = printer('stack');
  const wantsOut = new AbortController();
  let stack: Stack | null = null;
  const stopped = onSignals(() => {
    if (wantsOut.signal.aborted) return stack?.hurry();
    say('stopping');
    wantsOut.abort();
  });
  let code = 0;
  try {
    const ended = await endLeftovers(readRun(state));
    if (ended.length > 0) say(`ended what an earlier run had left: ${ended.join(', ')}`);
    const services = presentServices(root, say);
    const ports = await planPorts(config.port, services);
    stack = new Stack({ root, state, config, ports, services, printer, signal: wantsOut.signal });
    const demo = await stack.up();
    process.stdout.write(
      banner(demo, performance.now() - began, { hasDashboard: hasWebApp(root), smtpPort: ports.submission }),
    );
    if (config.fillsDemo) void fill(demo, wantsOut.signal, say);
    await stopped;
  } catch (error) {
    if (!wantsOut.signal.aborted) {
      code = 1;
      say(error instanceof Error ? error.message : String(error));
    }
  }
  if (stack) await stack.down();
  else unlockFolder(state);
  say('stopped');
  return code;
}

/** Behind the start, which does not wait for it. A demo that cannot be filled is as good as an empty one. */
async function fill(demo: Demo, signal: AbortSignal, say: (line: string) => void): Promise<void> {
  try {
    if (await fillDemo(demo, signal)) say('the demo project has contacts, segments, a campaign and a workflow now');
  } catch (error) {
    if (!signal.aborted)
      say(`the demo project stays as it is: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** All services; one that has neither source nor bundle in this tree is left out, and that is said. */
function presentServices(root: string, say: (line: string) => void): Service[] {
  return SERVICES.filter(({ name }) => {
    if (existsSync(join(root, 'apps', name, 'src/main.ts')) || existsSync(bundleOf(root, name))) return true;
    say(`${name} is left out: this tree has neither apps/${name}/src/main.ts nor its bundle`);
    return false;
  });
}

function alreadyRunning(supervisor: ProcessStamp, run: ReturnType<typeof readRun>): string {
  const pids = Object.entries(run?.processes ?? {}).map(([name, { pid }]) => `  ${name.padEnd(16)} pid ${pid}`);
  return [
    `Waybill already runs here: ${run?.url ?? 'it is just starting'}`,
    `  ${'stack'.padEnd(16)} pid ${supervisor.pid}`,
    ...pids,
    `Stop it with Ctrl-C in its terminal, or: kill ${supervisor.pid}`,
  ].join('\n');
}

/**
 * Resolves at the first signal that asks for the end. A closed terminal counts, and so does the end of npm: it passes
 * SIGTERM to a shell that dies of it without telling us.
 */
function onSignals(act: () => void): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      act();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    if (!process.env.npm_lifecycle_event) return;
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      end();
    }, 250);
  });
}

/** Ends the process with the stack. */
export function supervise(): void {
  // Whoever read our output may go away first; the stack does not depend on it.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  main(process.cwd()).then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
}

if (process.argv[1] === import.meta.filename) supervise();
