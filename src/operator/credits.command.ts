import type { Command } from 'commander';
import { SYSTEM_CLOCK } from '../clock.js';
import { creditsOfAccount, verifyCredits } from '../core/schedule/credits.js';
import { longTransaction } from '../monitoring/long-transaction.js';
import { commandIo, print, withDatabase } from './command-context.js';

const INCONSISTENT = 1;

/** `credits show|verify` */
export function addCreditsCommands(program: Command): void {
  const credits = program.command('credits').description('credits that runs reserve and spend');
  credits
    .command('show')
    .description('an account in the present UTC month')
    .requiredOption('--account <id>', 'the account')
    .action(async ({ account }) => print(await withDatabase((db) => creditsOfAccount(db, SYSTEM_CLOCK, account))));
  credits
    .command('verify')
    .description('recount from the runs and compare; exits 1 when they differ')
    .action(async () => {
      const differences = await withDatabase((db) => longTransaction(db, (tx) => verifyCredits(tx, SYSTEM_CLOCK)));
      const consistent = differences.length === 0;
      print({ consistent, differences });
      if (!consistent) commandIo().exitCode = INCONSISTENT;
    });
}
