import { type Command, Option } from 'commander';
import { parse, uuid } from '../core/input.js';
import { resetFactors } from '../core/people/factors/factor-changes.js';
import { endSessions, listSessions } from '../core/people/holder-sessions.js';
import { createHolder, disableHolder, type HolderView, listHolders, renewLink } from '../core/people/holders.js';
import { companySignInUrl, linkUrl } from '../core/people/links.js';
import { OPERATOR, OPERATOR_CLIENT } from '../core/people/security-events.js';
import { ROLES } from '../entities/vocabulary.js';
import { contextOfOwner, print, withDatabase } from './command-context.js';
import { passwordFileOption, passwordOf } from './password-option.js';

/** `holder create|list|link|disable|reset-factor` and `session list|end` */
export function addHolderCommands(program: Command): void {
  const holder = program.command('holder').description('people who sign in to an account');
  addCreate(holder);
  holder
    .command('list')
    .description('people of an account, disabled ones included')
    .requiredOption('--account <id>', 'the account')
    .action(async ({ account }) => {
      const holders = await withDatabase(async (db) => listHolders(await contextOfOwner(db, 'account', account)));
      print(holders.map(shown));
    });
  holder
    .command('link <id>')
    .description('make a link by which a person chooses a password, once; links made before are good no longer')
    .action(async (id: string) =>
      print(
        await withDatabase(async (db, { linkBaseUrl }) => {
          const { wayIn } = await renewLink(await contextOfOwner(db, 'holder', id), id, OPERATOR_CLIENT);
          const { link, requiredProvider } = wayIn;
          if (!link) return { url: companySignInUrl(linkBaseUrl), requiredProvider };
          return { url: linkUrl(linkBaseUrl, link), expiresAt: link.expiresAt };
        }),
      ),
    );
  holder
    .command('disable <id>')
    .description('end what a person may do, at once; the last owner of an account stays')
    .action(async (id: string) => {
      const disable = async () =>
        withDatabase(async (db) => disableHolder(await contextOfOwner(db, 'holder', id), id, OPERATOR_CLIENT));
      print(shown(await disable()));
    });
  holder
    .command('reset-factor <id>')
    .description('remove the second factors of a person who lost them; the sessions end, the password alone signs in')
    .action(async (id: string) => {
      const reset = async () =>
        withDatabase(async (db) => resetFactors(await contextOfOwner(db, 'holder', id), id, OPERATOR_CLIENT));
      print({ holderId: id, ...(await reset()) });
    });
  addSessionCommands(program);
}

function addCreate(holder: Command): void {
  holder
    .command('create')
    .description('add a person to an account; without a password, `holder link` makes the link to choose one by')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--email <email>', 'address to sign in with')
    .requiredOption('--name <name>', 'display name')
    .addOption(new Option('--role <role>', 'what the person may do').choices(ROLES).makeOptionMandatory())
    .option('--password <password>', 'to sign in with; other users of the machine may see it: prefer --password-file')
    .addOption(passwordFileOption())
    .action(async ({ account, email, name, role, ...secret }) => {
      const password = await passwordOf(secret);
      const input = { email, name, role, ...(password !== undefined && { password }) };
      const create = async () =>
        withDatabase(async (db) => createHolder(await contextOfOwner(db, 'account', account), input));
      print(shown(await create()));
    });
}

function addSessionCommands(program: Command): void {
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

/** As the contract names it (docs/operating.md). */
function shown({ holderId, accountId, email, name, role, disabledAt }: HolderView) {
  return { holderId, accountId, email, name, role, disabledAt };
}
