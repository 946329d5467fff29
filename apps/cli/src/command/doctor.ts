import type { Command } from 'commander';
import { Waybill, WaybillError } from '@waybill/sdk/index';
import { findSettings, type Found, type GlobalOptions } from '../config';
import { table } from '../terminal/table';
import { outputOf } from './command';

/** One question that `waybill doctor` asks, and its answer. */
interface Finding {
  check: string;
  ok: boolean;
  detail: string;
}

/** A clock that is wrong by more than this makes signatures and schedules fail. */
const mostSkewSeconds = 60;

const unhealthy = 1;

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check the settings, the server, the key and the sending domains')
    .action(async function run(this: Command) {
      const globals = this.optsWithGlobals<GlobalOptions>();
      const findings = await examine(findSettings(globals), globals);
      const text = (): string[] =>
        table(findings.map(({ check, ok, detail }) => [ok ? 'ok' : 'PROBLEM', check, detail]));
      outputOf(globals).print(findings, text);
      if (findings.some(({ ok }) => !ok)) process.exitCode = unhealthy;
    });
}

/** Each check needs the one before it: the list ends with the first problem that makes the rest pointless. */
async function examine(found: Found, globals: GlobalOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  const note = (check: string, ok: boolean, detail: string): boolean => {
    findings.push({ check, ok, detail });
    return ok;
  };
  const { url, secretKey } = found;
  note('node', Number(process.versions.node.split('.')[0]) >= 20, process.version);
  if (!note('server known', url !== undefined, url ? `${url} (${found.urlFrom})` : 'run "waybill login"'))
    return findings;
  const health = await reach(url!, globals);
  if (!note('server answers', health.ok, health.detail)) return findings;
  const skew = Math.abs(health.skewSeconds);
  note('clock', skew <= mostSkewSeconds, `${skew.toFixed(0)} s apart from the server's`);
  const kind = secretKey
    ? 'secret key'
    : found.publicKey
      ? 'public key only: it tracks events and reads nothing'
      : 'none';
  if (!note('key known', secretKey !== undefined, `${kind} (${found.keyFrom})`)) return findings;
  await examineProject(new Waybill({ url, secretKey, retries: 0 }), note);
  return findings;
}

async function examineProject(
  waybill: Waybill,
  note: (check: string, ok: boolean, detail: string) => boolean,
): Promise<void> {
  try {
    const project = await waybill.projects.current();
    note('key accepted', true, `project ${project.name} (${project.id})`);
    const domains = await waybill.domains.list();
    if (domains.length === 0) note('sending domain', false, 'none: add one in the dashboard or with POST /domains');
    for (const { domain, verified, status } of domains) note(`domain ${domain}`, verified, status);
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error;
    note('key accepted', false, error.message);
  }
}

async function reach(
  url: string,
  { timeout = 10 }: GlobalOptions,
): Promise<{ ok: boolean; detail: string; skewSeconds: number }> {
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/health`, { signal: AbortSignal.timeout(timeout * 1000) });
    const date = Date.parse(answer.headers.get('date') ?? '');
    const detail = answer.ok ? 'healthy' : `GET /health answers ${answer.status}`;
    return { ok: answer.ok, detail, skewSeconds: Number.isFinite(date) ? (Date.now() - date) / 1000 : 0 };
  } catch (error) {
    const { message, cause } = error as Error;
    return { ok: false, detail: cause instanceof Error ? cause.message : message, skewSeconds: 0 };
  }
}
