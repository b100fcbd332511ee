import type { Command } from 'commander';
import { uuid } from '../core/fields.input.js';
import { parse } from '../core/parse.js';
import { endSessions, listSessions } from '../core/people/holder-sessions.js';
import { OPERATOR } from '../core/people/security-events.js';
import { contextOfOwner, print, withDatabase } from './session.js';

/** `session list|end` */
export function addSessionCommands(program: Command): void {
  const session = program.command('session').description('browsers that people are signed in with');
  session
    .command('list')
    .description('sessions of an account that are good now, last used first')
    .requiredOption('--account <id>', 'the account')
    .action(async ({ account }) =>
      print(
        await withDatabase(async (db) => {
          const { caller } = await contextOfOwner(db, 'account', account);
          return listSessions(db, caller.accountId);
        }),
      ),
    );
  session
    .command('end')
    .description('end all sessions of an account, or of one person, at once')
    .requiredOption('--account <id>', 'the account')
    .option('--holder <id>', 'this person alone')
    .action(async ({ account, holder }) =>
      print(
        await withDatabase(async (db) => {
          const ofHolderId = holder === undefined ? null : parse(uuid, holder, 'holder');
          const { caller } = await contextOfOwner(db, 'account', account);
          return endSessions(db, { accountId: caller.accountId, ofHolderId }, OPERATOR);
        }),
      ),
    );
}
