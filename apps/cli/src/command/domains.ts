import type { Command } from 'commander';
import type { Domain, DomainCheck, Waybill } from '@waybill/sdk/index';
import { table } from '../terminal/table';
import { withSession } from './command';

/** Set where a domain is not verified, so that scripts can wait for it. */
const unverified = 1;

export function addDomains(program: Command): void {
  const domains = program.command('domains').description('sending domains of the project');
  domains
    .command('list')
    .description('list the domains with their state')
    .action(
      withSession(async ({ waybill, output }) => {
        const all = await waybill.domains.list();
        output.print(all, () => table(all.map(({ domain, status, checkedAt }) => [domain, status, checkedAt])));
      }),
    );
  domains
    .command('check')
    .argument('[domain]', 'all domains unless given')
    .description('look the records up in DNS now; exits with 1 while a domain is not verified')
    .action(
      withSession(async ({ waybill, output }, name?: string) => {
        const checks: DomainCheck[] = [];
        for (const { id } of await chosen(waybill, name)) checks.push(await waybill.domains.check(id));
        output.print(checks, () => checks.flatMap(linesOf));
        if (checks.some(({ verified }) => !verified)) process.exitCode = unverified;
      }),
    );
}

async function chosen(waybill: Waybill, name: string | undefined): Promise<Domain[]> {
  const all = await waybill.domains.list();
  const domains = name === undefined ? all : all.filter(({ domain }) => domain === name.toLowerCase());
  if (domains.length > 0) return domains;
  throw new Error(name === undefined ? 'The project has no domain.' : `The project has no domain ${name}.`);
}

function linesOf({ domain, verified, status, records }: DomainCheck): string[] {
  return [
    `${domain}: ${verified ? 'verified' : 'not verified'} (${status})`,
    ...table(
      records.map((record) => [
        ` ${record.status}`,
        record.required ? 'required' : 'optional',
        record.type,
        record.name,
        record.priority === undefined ? record.value : `${record.priority} ${record.value}`,
      ]),
    ),
  ];
}
