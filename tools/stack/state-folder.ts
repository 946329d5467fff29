/** Where the stack keeps everything: `.waybill/` under the root of the tree. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface StateFolder {
  base: string;
  postgres: string;
  nats: string;
  runFile: string;
  lockFile: string;
  demoFile: string;
  secretsKey: string;
  /** Passwords of the users of NATS. */
  natsPasswords: string;
  /** Compiled code of the services: a later start skips parsing. */
  compileCache: string;
  /** Address of the control socket. */
  control: string;
}

export function stateFolder(root: string): StateFolder {
  const base = join(root, '.waybill');
  return {
    base,
    postgres: join(base, 'postgres'),
    nats: join(base, 'nats'),
    runFile: join(base, 'run.json'),
    lockFile: join(base, 'supervisor.json'),
    demoFile: join(base, 'demo.json'),
    secretsKey: join(base, 'secrets.key'),
    natsPasswords: join(base, 'nats-passwords.json'),
    compileCache: join(base, 'compile-cache'),
    control: controlAddress(base),
  };
}

/** A socket path may hold about 100 bytes; a deeper tree has its socket in the temporary folder. Windows has named pipes. */
function controlAddress(base: string): string {
  const name = `waybill-${createHash('sha256').update(base).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const path = join(base, 'control.sock');
  return Buffer.byteLength(path) < 100 ? path : join(tmpdir(), `${name}.sock`);
}
