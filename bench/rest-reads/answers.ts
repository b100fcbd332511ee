import { rollUp } from '../../src/core/facts/rollups.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { longTransaction } from '../../src/monitoring/long-transaction.js';
import { type BenchAccount, HISTORY_DAYS, SELECT_ANALYSES } from '../shared/accounts.js';
import type { BenchDatabase } from '../shared/database.js';

const CHUNK = 100_000;
const DAY_MS = 86_400_000;

/** Answers $4 to $5 of a project with their facts, spread evenly over days, platforms and $6 questions. */
const INSERT_ANSWERS = `
with stored as (
  insert into answer (account_id, project_id, bucket_date, id, platform, question, text, citations, is_truncated,
    answered_at)
  select $1, $2, day.bucket_date, gen_random_uuid(),
    (array['chatgpt', 'perplexity', 'claude', 'gemini'])[1 + n / ${HISTORY_DAYS} % 4],
    'Which trail shoes are the best for runner number ' || 1 + n / ${4 * HISTORY_DAYS} % $6::int || '?',
    'Many runners like Brand 2 for its grip; others keep to what they know. Answer ' || n, '[]', false,
    day.bucket_date + n % 86400 * interval '1 second'
  from generate_series($4::int, $5::int) n
  cross join lateral (select $3::date - n % ${HISTORY_DAYS} as bucket_date) as day
  returning account_id, project_id, bucket_date, id, platform, answered_at, question
)
insert into answer_reading (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
  question_hash, is_brand_named, sentiment)
select account_id, project_id, project_id, bucket_date, id, platform, answered_at, sha256(question::bytea),
  hashtext(id::text) % 5 > 0,
  case when hashtext(id::text) % 5 > 0 then 'positive' end
from stored`;

/**
 * Stores `count` accepted answers of a project over the 91 days up to `today`, to one question or as many as are named,
 * with their facts and the rollups that the service makes of them.
 */
export async function storeAnswers(
  { client, db }: BenchDatabase,
  { accountId, projectId }: BenchAccount,
  count: number,
  today: string,
  questions = 1,
): Promise<void> {
  const days = Array.from({ length: HISTORY_DAYS }, (_, back) => dayBefore(today, back));
  await ensurePartitions(db, days);
  for (const sql of SELECT_ANALYSES) await client.query(sql, [[accountId], [projectId]]);
  for (let first = 0; first < count; first += CHUNK) {
    const last = Math.min(first + CHUNK, count) - 1;
    await client.query(INSERT_ANSWERS, [accountId, projectId, today, first, last, questions]);
  }
  await client.query('vacuum analyze');
  await longTransaction(db, (tx) => rollUp(tx, { accountId, projectId }, projectId, days));
  await client.query('vacuum analyze');
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}
