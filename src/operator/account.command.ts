import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { SYSTEM_CLOCK } from '../clock.js';
import { createAccount, listAccounts, updateAccount } from '../core/people/accounts.js';
import { requireSecondFactor } from '../core/people/factors/factor-changes.js';
import { OPERATOR_CLIENT } from '../core/people/security-events.js';
import { requestDeletion, takeAccountBack } from '../core/privacy/account-deletion.js';
import { openAccountExport } from '../core/privacy/account-export.js';
import { FREQUENCIES, SUBSCRIPTIONS, TIERS } from '../entities/vocabulary.js';
import { contextOfOwner, print, withDatabase } from './command-context.js';
import { passwordFileOption, passwordOf } from './password-option.js';

const cadence = () => new Option('--cadence <cadence>', 'frequency of prompts that name none').choices(FREQUENCIES);
const tier = () => new Option('--tier <tier>', 'subscription tier').choices(TIERS);

/** `account create|update|list|export|delete|take-back` */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('accounts and their subscriptions');
  account
    .command('create')
    .description('create an account with an active subscription')
    .requiredOption('--name <name>', 'display name')
    .requiredOption('--email <email>', 'address to sign in with')
    .addOption(tier().makeOptionMandatory())
    .option('--password <password>', 'to sign in with; other users of the machine may see it: prefer --password-file')
    .addOption(passwordFileOption())
    .addOption(cadence())
    .action(async ({ password: sentPassword, passwordFile, ...options }) => {
      const password = await passwordOf({ password: sentPassword, passwordFile });
      const input = { ...options, ...(password !== undefined && { password }) };
      const { accountId, email, tier, subscription } = await withDatabase((db) =>
        createAccount(db, SYSTEM_CLOCK, input),
      );
      print({ accountId, email, tier, subscription });
    });
  account
    .command('update <id>')
    .description('change tier, subscription or cadence; holds on the next request')
    .addOption(tier())
    .addOption(new Option('--subscription <state>', 'whether the subscription is in force').choices(SUBSCRIPTIONS))
    .addOption(cadence())
    .addOption(
      new Option('--second-factor <state>', 'whether all people need a second factor').choices([
        'optional',
        'required',
      ]),
    )
    .action(async (id: string, { secondFactor, ...options }) =>
      print(
        await withDatabase(async (db) => {
          const account = await updateAccount(db, SYSTEM_CLOCK, id, options);
          if (secondFactor === undefined) return account;
          const ctx = await contextOfOwner(db, 'account', id);
          await requireSecondFactor(ctx, { isRequired: secondFactor === 'required' }, OPERATOR_CLIENT);
          return { ...account, secondFactor };
        }),
      ),
    );
  account
    .command('list')
    .description('all accounts, oldest first')
    .action(async () => print(await withDatabase((db) => listAccounts(db))));
  account
    .command('export <id>')
    .description('write all that is kept of an account, without secrets, into a new zip file')
    .requiredOption('--to <file>', 'new; only you may read it')
    .action(async (id: string, { to }: { to: string }) => print(await exportAccount(id, to)));
  account
    .command('delete <id>')
    .description('delete an account for good in 7 days, in which it can be taken back; refuses its keys at once')
    .requiredOption('--name <name>', 'the name of the account, so that no other is deleted')
    .action(async (id: string, input: object) => {
      const work = withDatabase(async (db) =>
        requestDeletion(await contextOfOwner(db, 'account', id), input, OPERATOR_CLIENT),
      );
      print(await work);
    });
  account
    .command('take-back <id>')
    .description('keep an account that is to be deleted, with the subscription that it had')
    .action(async (id: string) => {
      const work = withDatabase(async (db) =>
        takeAccountBack(await contextOfOwner(db, 'account', id), OPERATOR_CLIENT),
      );
      print(await work);
    });
}

/**
 * Written beside its place and moved there when it is whole, so that a file that was cut off is never taken for one.
 * @throws Error of one line that names `--to` where the file exists or cannot be made; ServiceError NOT_FOUND.
 */
async function exportAccount(id: string, to: string): Promise<{ accountId: string; file: string; bytes: number }> {
  const draft = `${to}.partial`;
  return withDatabase(async (db) => {
    const ctx = await contextOfOwner(db, 'account', id);
    if (await stat(to).catch(() => null)) throw new Error(`--to: "${to}" exists; name a new file`);
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await once(file, 'open').catch((error: NodeJS.ErrnoException) => {
      throw new Error(`--to: "${draft}" cannot be made (${error.code})`, { cause: error });
    });
    try {
      const { open } = await openAccountExport(ctx, OPERATOR_CLIENT);
      await pipeline(await open(), file);
      await rename(draft, to);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return { accountId: ctx.caller.accountId, file: to, bytes: file.bytesWritten };
  });
}
