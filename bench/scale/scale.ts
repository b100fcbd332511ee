import { daysBefore } from '../../src/core/time.js';
import { createDashboards } from '../graphql-reads/dashboards.js';
import { QUESTIONS, WINDOW_DAYS } from '../graphql-reads/questions.js';
import { createPrompts, PROMPTS } from '../groups/deep-prompts.js';
import { filteredScoreOf } from '../groups/groups.js';
import { storeAnswers } from '../rest-reads/answers.js';
import { refuseMiscount, visibilityOf } from '../rest-reads/scale.js';
import { type BenchAccount, resetBudgets } from '../shared/accounts.js';
import { LastingClient, postBytes } from '../shared/keep-alive-client.js';
import type { Stage } from '../shared/stage.js';
import { askInTurn, type Latencies, TimedQuestion } from '../shared/turns.js';

/** An account whose project has so many stored answers: what they take on disk, and how long its questions take. */
export interface SizeResult {
  answers: number;
  megabytes: number;
  visibility: Latencies;
  /** The score of the prompts with one label of ten. */
  filtered: Latencies;
  dashboard: Latencies;
}

/** The dashboard query is charged seven requests, so a minute's 200 have room for 20 of it and of the other. */
const TURNS = { batches: 30, timesPerBatch: 20 };

/** What the account's project has by default: its answers are to be all that it has. */
const EMPTY_PROJECT = ['analysis_selection', 'daily_response', 'analysis'].map(
  (table) => `delete from ${table} where account_id = $1 and project_id = $2`,
);

const DATABASE_SIZE = 'select pg_database_size(current_database())::float8 / 1048576 as megabytes';

/**
 * The 90-day visibility of a project of 200 prompts, of those with one label, and the dashboard query of its account,
 * by the project's stored answers: each size in an account of its own, asked in turn, one request at a time.
 * Everything is stored: answers, readings and what the service rolls up of them.
 * @throws Error when a response does not count every stored answer.
 */
export async function measureSizes(stage: Stage): Promise<SizeResult[]> {
  const { accounts, database, options, service, today } = stage;
  // `createDashboards` leaves the first account out.
  const owners = accounts.slice(1, options.sizes.length + 1);
  const [first] = accounts;
  if (!first || owners.length < options.sizes.length) throw new Error('there are fewer accounts than sizes');
  const megabytes: number[] = [];
  for (const [at, owner] of owners.entries()) megabytes.push(await store(stage, owner, options.sizes[at] ?? 0));
  await createPrompts(database.client, owners);
  const dashboards = await createDashboards(database.client, [first, ...owners], today, WINDOW_DAYS);
  const days = { from: daysBefore(today, WINDOW_DAYS), to: today };
  const subjects = owners.map((owner, at) => {
    const [dashboard] = dashboards.filter(({ accountId }) => accountId === owner.accountId);
    const operation = dashboard && QUESTIONS[1]?.own.operationFor(dashboard, owner.projectId, days);
    if (!operation) throw new Error('an account has no dashboard');
    const asked = new TimedQuestion(postBytes('/graphql', owner.key, operation));
    const filtered = new TimedQuestion(filteredScoreOf(owner, today));
    const size = { answers: options.sizes[at] ?? 0, megabytes: megabytes[at] ?? 0 };
    return { ...size, visibility: visibilityOf(owner), filtered, asked };
  });
  await resetBudgets(database.client);
  for (const { visibility, answers } of subjects) await refuseMiscount(service.port, visibility, answers);
  await time(
    stage,
    subjects.map(({ visibility }) => visibility),
  );
  await time(
    stage,
    subjects.map(({ filtered }) => filtered),
  );
  await time(
    stage,
    subjects.map(({ asked }) => asked),
  );
  return subjects.map(({ asked, filtered, visibility, ...size }) => ({
    ...size,
    visibility: visibility.latencies(),
    filtered: filtered.latencies(),
    dashboard: asked.latencies(),
  }));
}

/** @returns the megabytes that the database grew by. */
async function store({ database, today }: Stage, owner: BenchAccount, answers: number): Promise<number> {
  const { client } = database;
  for (const sql of EMPTY_PROJECT) await client.query(sql, [owner.accountId, owner.projectId]);
  const before = await megabytesOf(client);
  console.log(`Storing ${answers} answers …`);
  await storeAnswers(database, owner, answers, today, PROMPTS);
  return (await megabytesOf(client)) - before;
}

async function megabytesOf(client: Stage['database']['client']): Promise<number> {
  const { rows } = await client.query<{ megabytes: number }>(DATABASE_SIZE);
  return rows[0]?.megabytes ?? 0;
}

async function time({ database, service }: Stage, questions: readonly TimedQuestion[]): Promise<void> {
  const client = await LastingClient.open(service.port);
  const beforeBatch = () => resetBudgets(database.client);
  await askInTurn(questions, client, { ...TURNS, beforeBatch }).finally(() => client.close());
}
