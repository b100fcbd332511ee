import { type Command, Option } from 'commander';
import { SYSTEM_CLOCK } from '../clock.js';
import { createKey, listKeys, revokeKey } from '../core/people/api-keys.js';
import { KEY_ACCESS } from '../entities/vocabulary.js';
import { print, withDatabase } from './command-context.js';

/** `key create|list|revoke` */
export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys of an account');
  key
    .command('create')
    .description('create a key and show it, this once')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--description <text>', 'more about it')
    .addOption(new Option('--access <access>', 'read: it changes nothing').choices(KEY_ACCESS).default('full'))
    .action(async ({ account, ...rest }) =>
      print(await withDatabase((db) => createKey(db, SYSTEM_CLOCK, { ...rest, accountId: account }))),
    );
  key
    .command('list')
    .description('keys of an account, revoked ones included')
    .requiredOption('--account <id>', 'the account')
    .action(async ({ account }) => print(await withDatabase((db) => listKeys(db, account))));
  key
    .command('revoke <id>')
    .description('revoke a key at once')
    .action(async (id: string) => print(await withDatabase((db) => revokeKey(db, id))));
}
