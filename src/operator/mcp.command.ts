import type { Command } from 'commander';
import { SYSTEM_CLOCK } from '../clock.js';
import { ownerOf } from '../core/access/access.js';
import { methodsOf } from '../core/platforms/methods.js';
import { serveMcpOverStdio } from '../mcp/serve-stdio.js';
import { VERSION } from '../version.js';
import { commandIo, STDERR_LOG, withWholeDatabase } from './command-context.js';

/** `mcp` */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve the tools of MCP for an account over standard input and output, until the input ends')
    .requiredOption('--account <id>', 'the account')
    .option('--write', 'also the tools that change something', false)
    .action(async ({ account, write }: { account: string; write: boolean }) => {
      const { stdin, stdout } = commandIo();
      await withWholeDatabase(async (database) => {
        const caller = await ownerOf(database.openForJob(), 'account', account);
        const served = { core: { database, clock: SYSTEM_CLOCK }, caller, mayWrite: write, version: VERSION };
        const report = (error: unknown) => STDERR_LOG.error({ error }, 'a call of MCP failed');
        await serveMcpOverStdio({ ...served, methods: methodsOf(), stdin, stdout, report });
      });
    });
}
