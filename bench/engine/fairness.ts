import { LOOK } from '../../src/monitoring/engine/claim.js';
import type { BenchDatabase } from '../shared/database.js';
import type { EnginePart } from './engine-part.js';
import { openAccounts } from './planning.js';
import { planAccounts } from './queued-runs.js';

const NOW = new Date('2026-11-25T10:00:00.000Z');
/** As long after the others as a worker's next look. */
const LATER = new Date(NOW.getTime() + 1_000);
const MANY = 200;
const FEW = 5;
/** Accounts beside the one of many prompts and the one of a single one. */
const OTHERS = [0, 10, 50, 200];

/** Where in the queue the run of an account stands that has just that one, behind others that came before it. */
export const FAIRNESS: EnginePart = {
  name: 'fairness',
  title: `place of a lone run behind an account of ${MANY} prompts and others of ${FEW}, planned a second before it`,
  heads: ['active accounts', 'runs before it was planned', 'its place', 'bound'],
  measure: async (database) => {
    const table: string[][] = [];
    for (const others of OTHERS) table.push(await measurePlace(database, others));
    return table;
  },
};

async function measurePlace(database: BenchDatabase, others: number): Promise<string[]> {
  await database.client.query('truncate run, monitoring_month, prompt_schedule');
  const many = await openAccounts(database, { accounts: 1, prompts: MANY, dueAt: NOW });
  const few = others === 0 ? [] : await openAccounts(database, { accounts: others, prompts: FEW, dueAt: NOW });
  await planAccounts(database, [...many, ...few], NOW);
  const lone = await openAccounts(database, { accounts: 1, prompts: 1, dueAt: LATER });
  await planAccounts(database, lone, LATER);
  const { rows } = await database.client.query<{ account_id: string }>(LOOK.text, [
    LATER,
    '2026-11-01',
    ...[MANY + others * FEW + 1, 0, 0, 0],
  ]);
  const place = rows.findIndex(({ account_id }) => account_id === lone[0]) + 1;
  const active = 2 + others;
  if (place === 0) throw new Error('the lone run is not in the queue');
  return [active, rows.length - 1, place, 2 * active].map(String);
}
