import { randomUUID } from 'node:crypto';
import { createCompetitor } from '../../src/core/competitors/competitor.writes.js';
import type { Context } from '../../src/core/context.js';
import type { ProjectScope } from '../../src/core/facts/project-scope.js';
import { rollUp } from '../../src/core/facts/rollups.js';
import { getMentions } from '../../src/core/metrics/mentions.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import type { IncomingAnswer } from '../../src/monitoring/facts/facts.js';
import { ingest } from '../../src/monitoring/ingest/ingest.js';
import { openAccount } from '../support/accounts.js';
import type { TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

export interface MonitoredProject extends ProjectScope {
  ctx: Context;
}

/** A project of a new account that watches Acme and some competitors. */
export async function openProject(
  database: TestDatabase,
  competitors: readonly string[] = [],
): Promise<MonitoredProject> {
  const { accountId, ctx } = await openAccount(database.db);
  const project = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  for (const name of competitors) await createCompetitor(ctx, project.id, { name });
  return { accountId, projectId: project.id, ctx };
}

/** A valid plain line of an import file, with the changes of `fields`. */
export function plainLine(fields: Record<string, unknown> = {}): string {
  return JSON.stringify({
    external_id: randomUUID(),
    platform: 'chatgpt',
    question: 'Which anvils are best?',
    answer: 'Acme makes good anvils.',
    answered_at: '2026-03-04T09:30:00Z',
    ...fields,
  });
}

/** An answer in the form for `ingest`, with the changes of `fields`. */
export function incoming(fields: Partial<IncomingAnswer> = {}): IncomingAnswer {
  return {
    externalId: randomUUID(),
    marketId: null,
    platform: 'chatgpt',
    model: null,
    question: 'Which anvils are best?',
    text: 'Acme makes good anvils.',
    citations: [],
    searches: [],
    isTruncated: false,
    answeredAt: new Date('2026-03-04T09:30:00Z'),
    ...fields,
  };
}

/** Ingests answers as a live run does, in one transaction. @returns the analysis they were analysed under. */
export async function ingestAndRollUp(database: TestDatabase, scope: ProjectScope, answers: readonly IncomingAnswer[]) {
  return database.db.transaction(async (tx) => {
    const { analysisId, days } = await ingest(tx, scope, answers);
    await rollUp(tx, scope, analysisId, days);
    return analysisId;
  });
}

/**
 * Mentions of March 2026: the brand's under `brand`, a competitor's under its id, a discovered name's under the name.
 */
export async function mentionsOf({ ctx, projectId }: MonitoredProject): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const { mentions } = await getMentions(ctx, projectId, { from: '2026-03-01', to: '2026-03-31', limit: 100 });
  for (const { competitorId, isBrand, name, mentionCount } of mentions) {
    const key = isBrand ? 'brand' : (competitorId ?? name);
    counts[key] = (counts[key] ?? 0) + mentionCount;
  }
  return counts;
}

/** The candidates of a project, oldest first. */
export async function candidatesOf(database: TestDatabase, { projectId }: ProjectScope) {
  return database.db.em.execute<{ id: string; name: string; competitor_id: string | null }[]>(
    `select id, name, competitor_id
     from competitor_candidate
     where project_id = ?
     order by created_at, name`,
    [projectId],
  );
}

/** Waits until a connection of the test's database waits for a lock. */
export async function untilBlocked(database: TestDatabase): Promise<void> {
  await until(
    () =>
      database.db.em.execute<object[]>(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    (waiting) => waiting.length > 0,
  );
}

/** Lines of answers spread over March 2026. */
export function marchLines(count: number, answer = 'Acme and Globex and Initech.'): string[] {
  return Array.from({ length: count }, (_, n) =>
    plainLine({ answer, answered_at: new Date(Date.UTC(2026, 2, 1 + (n % 28))).toISOString() }),
  );
}

/** Lines as the stream of a file. */
export async function* fileOf(lines: Iterable<string>): AsyncGenerator<string> {
  for (const line of lines) yield `${line}\n`;
}

/** Rows of a table without their ids of account, project and analysis, in the order of their JSON. */
export async function contentOf(database: TestDatabase, table: string, { projectId }: ProjectScope): Promise<object[]> {
  const found = await database.db.em.execute<{ row: object }[]>(
    `select row
     from (select to_jsonb(t) - '{account_id,project_id,analysis_id}'::text[] as row
       from ${table} t where project_id = ?) r
     order by row::text collate "C"`,
    [projectId],
  );
  return found.map(({ row }) => row);
}

export const ROLLUPS = [
  'daily_response',
  'daily_question_response',
  'daily_model_response',
  'daily_question_mention',
  'daily_mention',
  'daily_citation',
  'daily_citation_url',
  'mention_total',
];
