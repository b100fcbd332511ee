import type { Command } from 'commander';
import { renewSetupCode } from '../core/people/set-up.js';
import { print, withDatabase } from './command-context.js';

/** `setup-code` */
export function addSetupCodeCommand(program: Command): void {
  program
    .command('setup-code')
    .description('make a new code to open the first account with, in the browser; a former one is good no longer')
    .action(async () => print({ setupCode: await withDatabase((db) => renewSetupCode(db)) }));
}
