import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from '../shared/database.js';
import { Servers } from '../shared/servers.js';
import { canCount, openCounter } from '../shared/statement-counter.js';
import type { EnginePart } from './engine-part.js';
import { openAccounts } from './planning.js';

const ACCOUNTS = 1_000;
const PROMPTS = 10;
/** What a worker does once at its start is over by then. */
const SETTLES_MS = 20_000;
/** As long as the longest interval of the engine: workers say once a minute that they are there. */
const MEASURED_MS = 60_000;
const KEYS = { OPENAI: 'a', PERPLEXITY: 'b', ANTHROPIC: 'c', GEMINI: 'd' };

/** What a worker costs that has nothing to do: the engine and the upkeep together. */
export const IDLE: EnginePart = {
  name: 'idle',
  title: `a worker with four keys and nothing due, of ${ACCOUNTS * PROMPTS} prompts, over ${MEASURED_MS / 1_000} s`,
  heads: ['', 'statements/s', 'bytes of WAL/s'],
  measure: async (database) => {
    if (!canCount(database.address)) throw new Error('statements cannot be counted on this way to the database');
    await openAccounts(database, { accounts: ACCOUNTS, prompts: PROMPTS, dueAt: new Date('2030-01-01T00:00:00Z') });
    const without = await measureWal(database);
    const counter = await openCounter(database.address);
    const servers = new Servers(database);
    const keys = Object.entries(KEYS).map(([name, key]) => [`${name}_API_KEY`, key]);
    try {
      await servers.startService({ ...Object.fromEntries(keys), DATABASE_URL: counter.url, ROLE: 'worker' });
      await pause(SETTLES_MS);
      const before = counter.statements();
      const beside = await measureWal(database);
      const statements = (counter.statements() - before) / (MEASURED_MS / 1_000);
      return [
        ['no worker', '0', without.toFixed(0)],
        ['one worker', statements.toFixed(2), beside.toFixed(0)],
      ];
    } finally {
      await servers.stop();
      counter.close();
    }
  },
};

/** Of the whole server, whose own upkeep writes some too. */
async function measureWal({ client }: BenchDatabase): Promise<number> {
  await client.query('vacuum (freeze, analyze)');
  await client.query('checkpoint');
  const position = async () => (await client.query('select pg_current_wal_lsn() as lsn')).rows[0]?.lsn;
  const before = await position();
  await pause(MEASURED_MS);
  const { rows } = await client.query('select ($1::pg_lsn - $2::pg_lsn)::float8 as bytes', [await position(), before]);
  return rows[0]?.bytes / (MEASURED_MS / 1_000);
}
