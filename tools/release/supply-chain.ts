/**
 * `npm run supply-chain`: checks the lockfile, the licences of what is shipped, and known vulnerabilities. Exits 1 with a line for
 * each problem. A registry that offers no audit is said in a line and is no problem.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceProblems, lockProblems, vulnerabilityProblems } from './supply-chain-rules.ts';
import type { AuditReport, Bom, Lockfile, Manifest } from './supply-chain-rules.ts';

const root = join(import.meta.dirname, '../..');
const json = <T>(text: string): T => JSON.parse(text) as T;
const read = <T>(file: string): T => json<T>(readFileSync(join(root, file), 'utf8'));

/** What npm prints, also where it ends with an error. */
function npm(...args: string[]): string {
  const options = { cwd: root, stdio: 'pipe', maxBuffer: 64 * 1024 * 1024, timeout: 120_000 } as const;
  try {
    return execFileSync('npm', args, options).toString();
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout ?? '');
  }
}

const bom = json<Bom>(npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'));
const problems = [
  ...lockProblems(read<Lockfile>('package-lock.json'), read<Manifest>('package.json')),
  ...licenceProblems(bom),
];
console.log(`${bom.components.length} packages are shipped; their licences and the lockfile are checked`);

const report = json<AuditReport>(npm('audit', '--omit', 'dev', '--json') || '{}');
if (report.vulnerabilities) problems.push(...vulnerabilityProblems(report, new Date()));
else console.log('vulnerabilities are not checked: the registry offers no audit');

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
