import { randomUUID } from 'node:crypto';
import { periodDatesAt } from '../../src/core/schedule/periods.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { PLATFORMS } from '../../src/entities/vocabulary.js';
import { DUE_MAX, FIND_DUE, planAccount } from '../../src/monitoring/engine/plan.js';
import type { BenchDatabase } from '../shared/database.js';
import { median } from '../shared/statistics.js';
import type { EnginePart } from './engine-part.js';

const NOW = new Date('2026-11-25T10:00:00.000Z');
const PROMPTS = 1_000_000;
const LOOKS = 51;
/** How many of all prompts are due: none, those of three minutes of a day, those of a day of a week, all. */
const DUE = [0, 2_083, 142_857, PROMPTS];

const ACCOUNTS = 300;
/** Prompts that an account has due at once. */
const TOGETHER = [1, 5, 20];

/** What it costs to look for prompts that are due, which each worker does each second. */
export const FINDING_DUE: EnginePart = {
  name: 'finding-due',
  title: `ms a look for at most ${DUE_MAX} due prompts of ${PROMPTS.toLocaleString('en')}, of ${LOOKS} looks`,
  heads: ['due', 'median', 'slowest'],
  measure: async (database) => {
    await database.client.query(
      'alter table prompt_schedule drop constraint prompt_schedule_account_id_prompt_id_fkey',
    );
    const table: string[][] = [];
    for (const due of DUE) table.push(await measureLooks(database, due));
    return table;
  },
};

async function measureLooks({ client, db }: BenchDatabase, due: number): Promise<string[]> {
  await client.query('truncate prompt_schedule');
  await client.query(
    `insert into prompt_schedule (account_id, prompt_id, next_at)
     select gen_random_uuid(), gen_random_uuid(), $1::timestamptz + (n - $3::int) * interval '86 milliseconds'
     from generate_series(1, $2::int) n
     order by random()`,
    [NOW, PROMPTS, due],
  );
  await client.query('vacuum analyze prompt_schedule');
  const spent: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const begunAt = performance.now();
    const found = await db.rows(FIND_DUE, [NOW, DUE_MAX, []]);
    spent.push(performance.now() - begunAt);
    if (found.length !== Math.min(due, DUE_MAX)) throw new Error(`a look found ${found.length} prompts`);
  }
  return [due.toLocaleString('en'), median(spent).toFixed(2), Math.max(...spent).toFixed(2)];
}

/** What it costs to plan what is due, an account in a transaction. */
export const PLANNING: EnginePart = {
  name: 'planning',
  title: `planning ${ACCOUNTS} accounts one after the other, each prompt on ${PLATFORMS.length} platforms`,
  heads: ['prompts due an account', 'ms an account (median)', 'accounts/s', 'runs/s'],
  measure: async (database) => {
    await ensurePartitions(database.db, periodDatesAt(NOW), ['run']);
    const table: string[][] = [];
    for (const prompts of TOGETHER) table.push(await measurePlanning(database, prompts));
    return table;
  },
};

async function measurePlanning(database: BenchDatabase, prompts: number): Promise<string[]> {
  const accountIds = await openAccounts(database, { accounts: ACCOUNTS, prompts, dueAt: NOW });
  const configured = new Set(PLATFORMS);
  const spent: number[] = [];
  for (const accountId of accountIds) {
    const begunAt = performance.now();
    const planned = await planAccount(database.db, accountId, configured, NOW);
    spent.push(performance.now() - begunAt);
    if (planned?.runs.length !== prompts * PLATFORMS.length) throw new Error('an account was not planned whole');
  }
  const perSecond = (ACCOUNTS * 1_000) / spent.reduce((sum, ms) => sum + ms, 0);
  const runs = perSecond * prompts * PLATFORMS.length;
  return [String(prompts), median(spent).toFixed(2), perSecond.toFixed(0), runs.toFixed(0)];
}

/** Agencies with a project and as many weekly prompts on all platforms. */
export async function openAccounts(
  { client }: BenchDatabase,
  { accounts, prompts, dueAt }: { accounts: number; prompts: number; dueAt: Date },
): Promise<string[]> {
  const accountIds = Array.from({ length: accounts }, () => randomUUID());
  await client.query(
    `insert into account (account_id, name, email, tier, subscription, cadence)
     select id, 'Bench', id || '@example.com', 'agency', 'active', 'weekly'
     from unnest($1::uuid[]) id`,
    [accountIds],
  );
  await client.query(
    `insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic,
       platforms, monitoring_frequency, auto_discover_competitors)
     select id, gen_random_uuid(), 'Bench', 'Bench', 'https://bench.example', '', 'US', '', $2, 'weekly', false
     from unnest($1::uuid[]) id`,
    [accountIds, PLATFORMS],
  );
  await client.query(
    `insert into prompt (account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency)
     select p.account_id, gen_random_uuid(), p.id, 'Tea ' || n, sha256(convert_to(n::text, 'UTF8')), $2, 'weekly'
     from project p, generate_series(1, $3::int) n
     where p.account_id = any ($1)`,
    [accountIds, PLATFORMS, prompts],
  );
  await client.query(
    `insert into prompt_schedule (account_id, prompt_id, next_at)
     select account_id, id, $2 from prompt where account_id = any ($1)`,
    [accountIds, dueAt],
  );
  await client.query('vacuum analyze');
  return accountIds;
}
