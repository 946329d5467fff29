import type { Command } from 'commander';
import { serve } from '../mcp/server';
import { withSession } from './command';

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('serve the project to an assistant over stdio (Model Context Protocol)')
    .option('--write', 'also offer tools that send and change; without it every tool only reads')
    .action(
      withSession(async ({ waybill }, { write }: { write?: boolean }) => {
        await serve(waybill, { mayWrite: write === true });
      }),
    );
}
