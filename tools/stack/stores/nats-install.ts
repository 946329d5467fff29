/** Installs nats-server through the machine's package manager, only where that needs no question. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Manager {
  program: string;
  steps: string[][];
  /** Homebrew refuses root and needs none. */
  needsRoot: boolean;
}

const MANAGERS: Manager[] = [
  {
    program: 'apt-get',
    steps: [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'nats-server'],
    ],
    needsRoot: true,
  },
  { program: 'apk', steps: [['add', '--no-cache', 'nats-server']], needsRoot: true },
  { program: 'dnf', steps: [['install', '-y', '-q', 'nats-server']], needsRoot: true },
  { program: 'brew', steps: [['install', '--quiet', 'nats-server']], needsRoot: false },
];

/** True when a package manager reported success. Says what it runs; a refusal is said and answered false. */
export async function installNats(say: (line: string) => void): Promise<boolean> {
  const manager = MANAGERS.find(({ program }) => works('which', [program]));
  if (!manager) return false;
  const prefix = manager.needsRoot ? rootPrefix() : [];
  if (!prefix) return false;
  for (const step of manager.steps) {
    const [program = '', ...args] = [...prefix, manager.program, ...step];
    say(`installing nats-server: ${[program, ...args].join(' ')}`);
    try {
      await run(program, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 180_000 });
    } catch (error) {
      const reason = String((error as { stderr?: string }).stderr || error).trim();
      say(`${manager.program} ${step[0]} failed: ${reason.split('\n').at(-1)}`);
      // An update that fails for one of several sources still leaves lists to install from.
      if (step !== manager.steps[0] || manager.steps.length === 1) return false;
    }
  }
  if (manager.needsRoot) await stopSystemService(prefix, say);
  return true;
}

/** Debian's package enables and starts a server on port 4222, which nobody here asked for. */
async function stopSystemService(prefix: string[], say: (line: string) => void): Promise<void> {
  if (!existsSync('/run/systemd/system')) return;
  const [program = '', ...args] = [...prefix, 'systemctl', 'disable', '--now', 'nats-server.service'];
  await run(program, args).then(
    () => say('the system service nats-server that came with the package was switched off'),
    () => undefined,
  );
}

/** Words to put before a command that needs root; null when that would ask for a password. */
function rootPrefix(): string[] | null {
  if (process.getuid?.() === 0) return [];
  return works('sudo', ['-n', 'true']) ? ['sudo', '-n'] : null;
}

function works(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore', timeout: 10_000, env: process.env });
    return true;
  } catch {
    return false;
  }
}
