import { type Command, InvalidArgumentError } from 'commander';
import { shareOut } from '../database/cluster/share-out.js';
import { distributionStatus } from '../database/cluster/status.js';
import { connect, type DatabaseAddress, migrate } from '../database/connection.js';
import { withClient } from '../database/single-client.js';
import { print, withServer } from './command-context.js';

/** More is of no use: each is a table of its own on its server, 40 times over and once a month. */
const SHARDS_MAX = 1_024;

/** `database status|distribute` */
export function addDatabaseCommands(program: Command): void {
  const database = program
    .command('database')
    .description('one PostgreSQL server, or accounts shared out over several');
  database
    .command('status')
    .description('whether accounts are shared out, over which servers, and what is not')
    .action(async () => print(await withServer((address) => withClient(address, distributionStatus))));
  database
    .command('distribute')
    .description(
      'share accounts out over the servers of a Citus cluster, while the service is stopped; again: the rest',
    )
    .option(
      '--shards <number>',
      'parts that the accounts lie in, at the first time; 32 where the server has no other',
      toShards,
    )
    .action(async ({ shards }: { shards?: number }) =>
      print(
        await withServer(async (address, config) => {
          await migrateOn(address, config.isDatabasePooled);
          return withClient(address, async (client) => {
            const distributed = await shareOut(client, shards);
            return { distributed, ...(await distributionStatus(client)) };
          });
        }),
      ),
    );
}

async function migrateOn(address: DatabaseAddress, isPooled: boolean): Promise<void> {
  const database = await connect({ address, isPooled, isDistributed: true, report: () => {} });
  await migrate(database).finally(() => database.close());
}

function toShards(text: string): number {
  const shards = Number(text);
  if (Number.isInteger(shards) && shards >= 1 && shards <= SHARDS_MAX) return shards;
  throw new InvalidArgumentError(`must be a whole number from 1 to ${SHARDS_MAX}`);
}
