/**
 * `node tools/check.ts`: lint beside the type-check and the format check, which together take as long. Prints what each of them says
 * once it has ended; exits 1 when one of them fails.
 */
import { spawn } from 'node:child_process';

/** Runs a script of package.json; true when it succeeds. */
function succeeds(script: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '-s', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      if (code !== 0) process.stdout.write(`npm run ${script} has failed\n`);
      resolve(code === 0);
    });
  });
}

const results = await Promise.all([
  succeeds('lint'),
  succeeds('typecheck').then(async (isTyped) => (await succeeds('format:check')) && isTyped),
]);
process.exitCode = results.every(Boolean) ? 0 : 1;
