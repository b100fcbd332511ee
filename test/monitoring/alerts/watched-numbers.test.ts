import { randomUUID } from 'node:crypto';
import { createCompetitor, removeCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import type { Context } from '../../../src/core/context.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import { daysBefore } from '../../../src/core/time.js';
import type { Platform } from '../../../src/entities/vocabulary.js';
import { readWatchedNumbers } from '../../../src/monitoring/alerts/watched-numbers.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';

const DAY = '2026-06-09';
const [EARLY, LATE] = ['01', '02'];

let database: TestDatabase;
let ctx: Context;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  ({ ctx } = await openAccount(database.db));
  ({ id: projectId } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' }));
  for (const sql of [
    `insert into analysis (account_id, id, project_id, version, subjects)
     values ($1, $2, $2, 1, '[]')
     on conflict do nothing`,
    `insert into analysis_selection (account_id, project_id, analysis_id)
     values ($1, $2, $2)
     on conflict (account_id, project_id) do update
     set analysis_id = excluded.analysis_id`,
  ]) {
    await queryDatabase(database, sql, [ctx.caller.accountId, projectId]);
  }
});

const read = (watched: readonly string[] | null = null) =>
  readWatchedNumbers(database.db, { accountId: ctx.caller.accountId, projectId }, DAY, watched);

/** Answers to a question on a platform, so many days before the last that is read, and how many name the brand. */
const answered = (question: string, platform: Platform, daysAgo: number, [answers, naming]: [number, number]) =>
  queryDatabase(
    database,
    `insert into daily_question_response (account_id, project_id, analysis_id, bucket_date, platform, question_hash,
       response_count, brand_mention_count)
     values ($1, $2, $2, $3, $4, decode($5, 'hex'), $6, $7)`,
    [ctx.caller.accountId, projectId, daysBefore(DAY, daysAgo), platform, question, answers, naming],
  );

/** Answers that name what is counted by a subject. */
const named = (question: string, platform: Platform, daysAgo: number, subjectId: string, answers: number) =>
  queryDatabase(
    database,
    `insert into daily_question_mention (account_id, project_id, analysis_id, bucket_date, platform, question_hash,
       subject_id, response_count)
     values ($1, $2, $2, $3, $4, decode($5, 'hex'), $6, $7)`,
    [ctx.caller.accountId, projectId, daysBefore(DAY, daysAgo), platform, question, subjectId, answers],
  );

/** What answers that name a competitor are counted by: a second one where it has one already. */
async function subjectOf(competitorId: string, name: string): Promise<string> {
  const id = randomUUID();
  await queryDatabase(
    database,
    `insert into competitor_candidate (account_id, id, project_id, name, name_key, competitor_id, created_at)
     values ($1, $2, $3, $4, lower($4), $5, now())`,
    [ctx.caller.accountId, id, projectId, name, competitorId],
  );
  return id;
}

/** By week, the newest first. */
const weeks = (counts: Readonly<Record<number, number>>) => Array.from({ length: 9 }, (_, week) => counts[week] ?? 0);

test('answers are counted by week, question and platform, in that order, and the 63 days alone', async () => {
  await answered(LATE, 'chatgpt', 0, [2, 1]);
  await answered(EARLY, 'gemini', 6, [3, 3]);
  await answered(EARLY, 'chatgpt', 7, [1, 0]);
  await answered(EARLY, 'chatgpt', 8, [4, 2]);
  await answered(EARLY, 'chatgpt', 62, [5, 1]);
  await answered(EARLY, 'chatgpt', 63, [9, 9]);
  const { brand, intents } = await read();
  expect(intents).toEqual([EARLY, LATE]);
  expect(brand).toEqual([
    {
      ...{ question: EARLY, platform: 'chatgpt', intent: 0 },
      ...{ answers: weeks({ 1: 5, 8: 5 }), sums: weeks({ 1: 2, 8: 1 }) },
    },
    { question: EARLY, platform: 'gemini', intent: 0, answers: weeks({ 0: 3 }), sums: weeks({ 0: 3 }) },
    { question: LATE, platform: 'chatgpt', intent: 1, answers: weeks({ 0: 2 }), sums: weeks({ 0: 1 }) },
  ]);
});

test('a competitor is counted by all of its names, in the cells of the brand, while it is tracked', async () => {
  const bolt = await createCompetitor(ctx, projectId, { name: 'Bolt' });
  const gone = await createCompetitor(ctx, projectId, { name: 'Copper' });
  await createCompetitor(ctx, projectId, { name: 'Delta' });
  await answered(EARLY, 'chatgpt', 0, [7, 4]);
  await answered(LATE, 'chatgpt', 0, [3, 0]);
  for (const name of ['Bolt Works', 'Boltworks']) {
    await named(EARLY, 'chatgpt', 0, await subjectOf(bolt.id, name), 2);
  }
  await named(LATE, 'chatgpt', 0, await subjectOf(gone.id, 'Copper Co'), 3);
  await named(LATE, 'chatgpt', 0, randomUUID(), 3);
  await removeCompetitor(ctx, gone.id);
  const { competitors, voice } = await read();
  expect(competitors.map(({ id, name }) => [id, name])).toEqual([[bolt.id, 'Bolt']]);
  expect(competitors[0]?.cells.map(({ sums, answers }) => [sums[0], answers[0]])).toEqual([
    [4, 7],
    [0, 3],
  ]);
  // The brand and the competitor.
  expect(voice.map(({ answers }) => answers[0])).toEqual([8, 0]);
  expect((await read([])).competitors).toEqual([]);
});
