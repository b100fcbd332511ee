import { type Command, Option } from 'commander';
import { createAccount, listAccounts, updateAccount } from '../core/accounts/account.service.js';
import { FREQUENCIES, SUBSCRIPTIONS, TIERS } from '../entities/vocabulary.js';
import { print, withDatabase } from './session.js';

const cadence = () => new Option('--cadence <cadence>', 'frequency of prompts that name none').choices(FREQUENCIES);
const tier = () => new Option('--tier <tier>', 'subscription tier').choices(TIERS);

/** `account create|update|list` */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('accounts and their subscriptions');
  account
    .command('create')
    .description('open an account with an active subscription')
    .requiredOption('--name <name>', 'display name')
    .requiredOption('--email <email>', 'address to sign in with')
    .addOption(tier().makeOptionMandatory())
    .option('--password <password>', 'to sign in with')
    .addOption(cadence())
    .action(async (options) => {
      const { accountId, email, tier, subscription } = await withDatabase((em) => createAccount(em, options));
      print({ accountId, email, tier, subscription });
    });
  account
    .command('update <id>')
    .description('change tier, subscription or cadence; holds on the next request')
    .addOption(tier())
    .addOption(new Option('--subscription <state>', 'state of the subscription').choices(SUBSCRIPTIONS))
    .addOption(cadence())
    .action(async (id: string, options) => print(await withDatabase((em) => updateAccount(em, id, options))));
  account
    .command('list')
    .description('all accounts, oldest first')
    .action(async () => print(await withDatabase((em) => listAccounts(em))));
}
