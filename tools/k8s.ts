/**
 * `npm run k8s`: renders the overlays of k8s/ with `kubectl kustomize` into k8s/rendered/, which tests check on machines without
 * kubectl too. Each file names the hash of what it was made from.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Rendered file to the folder of the overlay. */
export const overlays: Record<string, string> = {
  'production.yaml': 'k8s/overlays/production',
  'production-migrate.yaml': 'k8s/overlays/production/migrate',
  'dev.yaml': 'k8s/overlays/dev',
  'dev-migrate.yaml': 'k8s/overlays/dev/migrate',
};

/** A hash of every source that is rendered. */
export function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const file of globSync('k8s/{base,migrate,overlays}/**/*.yaml', { cwd: root }).sort()) {
    hash.update(`${file}\n${readFileSync(join(root, file), 'utf8')}\n`);
  }
  return hash.digest('hex');
}

let known: boolean | undefined;

/** Is there a kubectl that can render? Looked for once. */
export const hasKubectl = (): boolean => (known ??= findKubectl());

function findKubectl(): boolean {
  try {
    return /v5\./.test(execFileSync('kubectl', ['version', '--client'], { stdio: 'pipe', timeout: 20_000 }).toString());
  } catch {
    return false;
  }
}

/** The text of a rendered file. Throws where kubectl is missing or finds an error. */
export function render(file: string): string {
  const output = execFileSync('kubectl', ['kustomize', join(root, overlays[file]!)], {
    stdio: 'pipe',
    timeout: 60_000,
  });
  return `# Made by \`npm run k8s\`. Sources: sha256 ${sourcesHash()}\n${output.toString()}`;
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(join(root, 'k8s/rendered'), { recursive: true });
  for (const file of Object.keys(overlays)) writeFileSync(join(root, 'k8s/rendered', file), render(file));
}
