import { createReadStream } from 'node:fs';
import { type Command, Option } from 'commander';
import { SYSTEM_CLOCK } from '../clock.js';
import { createAccount, listAccounts, updateAccount } from '../core/accounts/account.service.js';
import { invalid } from '../core/errors.js';
import { FREQUENCIES, SUBSCRIPTIONS, TIERS } from '../entities/vocabulary.js';
import { print, withDatabase } from './session.js';

/** Longer than any password; without it, `/dev/zero` would never end. */
const MAX_PASSWORD_FILE_BYTES = 4_096;

const cadence = () => new Option('--cadence <cadence>', 'frequency of prompts that name none').choices(FREQUENCIES);
const tier = () => new Option('--tier <tier>', 'subscription tier').choices(TIERS);

/** `account create|update|list` */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('accounts and their subscriptions');
  account
    .command('create')
    .description('create an account with an active subscription')
    .requiredOption('--name <name>', 'display name')
    .requiredOption('--email <email>', 'address to sign in with')
    .addOption(tier().makeOptionMandatory())
    .option('--password <password>', 'to sign in with; other users of the machine may see it: prefer --password-file')
    .addOption(
      new Option('--password-file <path>', 'file that holds the password, - for standard input').conflicts('password'),
    )
    .addOption(cadence())
    .action(async ({ passwordFile, ...options }) => {
      const password = passwordFile === undefined ? options.password : await readPassword(passwordFile);
      const input = { ...options, ...(password !== undefined && { password }) };
      const { accountId, email, tier, subscription } = await withDatabase((em) =>
        createAccount(em, SYSTEM_CLOCK, input),
      );
      print({ accountId, email, tier, subscription });
    });
  account
    .command('update <id>')
    .description('change tier, subscription or cadence; holds on the next request')
    .addOption(tier())
    .addOption(new Option('--subscription <state>', 'whether the subscription is in force').choices(SUBSCRIPTIONS))
    .addOption(cadence())
    .action(async (id: string, options) =>
      print(await withDatabase((em) => updateAccount(em, SYSTEM_CLOCK, id, options))),
    );
  account
    .command('list')
    .description('all accounts, oldest first')
    .action(async () => print(await withDatabase((em) => listAccounts(em))));
}

/** The file's text without the line break that editors and `echo` put at its end. */
async function readPassword(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
    bytes += chunk.length;
    if (bytes > MAX_PASSWORD_FILE_BYTES) {
      throw invalid([], `--password-file: must hold a password, of at most ${MAX_PASSWORD_FILE_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  const password = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  if (password === '') throw invalid([], '--password-file: must hold a password, and is empty');
  return password;
}
