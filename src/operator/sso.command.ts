import { type Command, Option } from 'commander';
import { createSecretBox } from '../core/access/secret-box.js';
import { ServiceError } from '../core/errors.js';
import { ProviderClient, ProviderFault } from '../core/people/providers/provider-client.js';
import {
  createProvider,
  findAccess,
  getProvider,
  listProviders,
  removeProvider,
  updateProvider,
} from '../core/people/providers/providers.js';
import { updateIdentityProvider } from '../core/people/providers/required-provider.js';
import { OPERATOR_CLIENT } from '../core/people/security-events.js';
import { PROVISIONED_ROLES } from '../entities/vocabulary.js';
import { contextOfOwner, print, withDatabase } from './command-context.js';
import { readSecretFile } from './password-option.js';

interface Changes {
  name?: string;
  clientId?: string;
  clientSecretFile?: string;
  domain?: string[];
  trustEmail?: boolean;
  provision?: string;
  link?: boolean;
  required?: string;
}

/** `sso create|update|list|remove|test` */
export function addSsoCommands(program: Command): void {
  const sso = program.command('sso').description("companies' own providers that people sign in by (OpenID Connect)");
  addCreate(sso);
  addUpdate(sso);
  sso
    .command('list')
    .description('providers of an account, oldest first')
    .requiredOption('--account <id>', 'the account')
    .action(async ({ account }) =>
      print(await withDatabase(async (db) => listProviders(await contextOfOwner(db, 'account', account)))),
    );
  sso
    .command('remove <id>')
    .description('remove a provider; sessions that it opened end, and passwords sign in again')
    .action(async (id: string) =>
      print(await withDatabase(async (db) => removeProvider(await contextOfOwner(db, 'provider', id), id))),
    );
  addTest(sso);
}

function addCreate(sso: Command): void {
  sso
    .command('create')
    .description('add a provider to an account; `sso test` tells what to register there')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--name <name>', 'what people call it')
    .requiredOption('--issuer <url>', "the issuer of the company's own tenant")
    .requiredOption('--client-id <id>', 'as registered at the provider')
    .addOption(secretOption().makeOptionMandatory())
    .requiredOption('--domain <domain...>', 'what addresses of the company have after the @')
    .option('--trust-email', 'take an address for verified that the provider says nothing about')
    .addOption(roleOption())
    .option('--no-link', 'link nobody by an address: people link themselves under Account')
    .action(async ({ account, issuer, ...sent }: Changes & { account: string; issuer: string }) => {
      const input = { issuer, ...(await inputOf(sent)), linksByEmail: sent.link ?? true };
      print(
        await withDatabase(async (db, { secondFactorKey, secondFactorOtherKey }) => {
          const secrets = createSecretBox(secondFactorKey, secondFactorOtherKey);
          return createProvider(await contextOfOwner(db, 'account', account), secrets, input);
        }),
      );
    });
}

function addUpdate(sso: Command): void {
  sso
    .command('update <id>')
    .description('change what is given; domains take the place of those before')
    .option('--name <name>', 'what people call it')
    .option('--client-id <id>', 'as registered at the provider')
    .addOption(secretOption())
    .option('--domain <domain...>', 'what addresses of the company have after the @')
    .addOption(new Option('--trust-email', 'take an address for verified that the provider says nothing about'))
    .addOption(new Option('--no-trust-email', 'take no such address for verified'))
    .addOption(roleOption(['none']))
    .addOption(new Option('--link', 'link people by verified addresses'))
    .addOption(new Option('--no-link', 'link nobody by an address'))
    .addOption(new Option('--required <flag>', 'let passwords sign in again; owners require it').choices(['false']))
    .action(async (id: string, sent: Changes) => {
      const input = { ...(await inputOf(sent)), ...(sent.link !== undefined && { linksByEmail: sent.link }) };
      print(
        await withDatabase(async (db, { secondFactorKey, secondFactorOtherKey }) => {
          const secrets = createSecretBox(secondFactorKey, secondFactorOtherKey);
          const ctx = await contextOfOwner(db, 'provider', id);
          if (sent.required) await updateIdentityProvider(ctx, id, { isRequired: false }, OPERATOR_CLIENT);
          return updateProvider(ctx, secrets, id, input);
        }),
      );
    });
}

function secretOption(): Option {
  return new Option('--client-secret-file <path>', 'file that holds the secret, - for standard input');
}

function roleOption(more: readonly string[] = []): Option {
  return new Option('--provision <role>', 'add who has no place in the account, in this role').choices([
    ...PROVISIONED_ROLES,
    ...more,
  ]);
}

async function inputOf({ name, clientId, clientSecretFile, domain, trustEmail, provision }: Changes) {
  const clientSecret =
    clientSecretFile === undefined
      ? undefined
      : await readSecretFile(clientSecretFile, '--client-secret-file', 'secret');
  return {
    ...(name !== undefined && { name }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(domain !== undefined && { domains: domain }),
    ...(trustEmail !== undefined && { trustsEmail: trustEmail }),
    ...(provision !== undefined && { provisionedRole: provision === 'none' ? null : provision }),
  };
}

function addTest(sso: Command): void {
  sso
    .command('test <id>')
    .description('ask a provider what it says of itself, and tell what is missing; nobody signs in')
    .action(async (id: string) =>
      print(
        await withDatabase(async (db, { secondFactorKey, secondFactorOtherKey, linkBaseUrl }) => {
          const ctx = await contextOfOwner(db, 'provider', id);
          const provider = await getProvider(ctx, id);
          const ids = { accountId: ctx.caller.accountId, providerId: provider.id };
          const access = await findAccess(db, createSecretBox(secondFactorKey, secondFactorOtherKey), ids);
          if (!access) throw new Error('the provider was removed meanwhile');
          const report = await new ProviderClient().report(access).catch(refuseFault);
          return { ...report, redirectUri: `${linkBaseUrl}/dashboard/sso/callback` };
        }),
      ),
    );
}

function refuseFault(error: unknown): never {
  if (error instanceof ProviderFault) throw new ServiceError('CONFLICT', error.message);
  throw error;
}
