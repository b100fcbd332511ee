import { type BenchAccount, createAccounts } from './accounts.js';
import { type BenchDatabase, openBenchDatabase } from './database.js';
import type { Options } from './options.js';
import { type Server, Servers } from './servers.js';

/** What the measurements share. */
export interface Stage {
  options: Options;
  database: BenchDatabase;
  servers: Servers;
  service: Server;
  accounts: readonly BenchAccount[];
  /** The last UTC day of the stored history. */
  today: string;
}

/** Sets up the database, its accounts and the service, runs `work`, and removes all of it again, on Ctrl-C too. */
export async function onStage(options: Options, work: (stage: Stage) => Promise<void>): Promise<void> {
  const database = await openBenchDatabase();
  const servers = new Servers(database);
  const takeDown = async () => {
    await servers.stop();
    await database.close();
  };
  process.once('SIGINT', () => void takeDown().finally(() => process.exit(130)));
  try {
    const today = new Date().toISOString().slice(0, 10);
    const accounts = await createAccounts(database.client, options.accounts, today);
    await work({ options, database, servers, service: await servers.startService(), accounts, today });
  } finally {
    await takeDown();
  }
}
