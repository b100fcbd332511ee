import { randomUUID } from 'node:crypto';
import type { DatabaseSession } from '../../src/database/database-session.js';
import type { Platform } from '../../src/entities/vocabulary.js';
import { type ApiCaller, sql } from './api.js';
import { first } from './expectations.js';

/** The rollups of one analysis of a project, written as the monitoring engine leaves them. */
export interface History {
  db: DatabaseSession;
  accountId: string;
  projectId: string;
  analysisId: string;
}

interface Bucket {
  date: string;
  platform: Platform;
}

export interface Responses extends Bucket {
  responses: number;
  naming: number;
  /** Questions that the responses are spread over evenly; 1 by default. */
  questions?: number;
  positive?: number;
  neutral?: number;
  negative?: number;
  mixed?: number;
  noRule?: number;
}

export interface Mentions extends Bucket {
  /** The candidate's id, or the project's for the brand. */
  subject: string;
  mentions: number;
  responses: number;
  seen?: string;
}

export interface Citations extends Bucket {
  domain: string;
  citations: number;
  responses?: number;
  seen?: string;
  urls?: Record<string, number>;
}

/** Selects a new analysis of the project, one that looked for the brand and these candidates. */
export async function selectAnalysis(
  caller: ApiCaller,
  projectId: string,
  candidates: readonly string[] = [],
): Promise<History> {
  const { accountId } = caller.account;
  const history = { db: caller.api.db, accountId, projectId, analysisId: randomUUID() };
  const subjects = { brand: { name: 'Northwind' }, competitors: candidates.map((id) => ({ id, name: 'a name' })) };
  await sql(
    history.db,
    `insert into analysis (account_id, id, project_id, version, subjects)
     values ($1, $3, $2, 1, $4)`,
    [...keyOf(history), JSON.stringify(subjects)],
  );
  await sql(
    history.db,
    `insert into analysis_selection (account_id, project_id, analysis_id)
     values ($1, $2, $3)
     on conflict (account_id, project_id) do update set analysis_id = excluded.analysis_id`,
    keyOf(history),
  );
  return history;
}

export async function addResponses(history: History, added: readonly Responses[]): Promise<void> {
  const zeros = { positive: 0, neutral: 0, negative: 0, mixed: 0, noRule: 0 };
  await sql(
    history.db,
    `insert into daily_response
     select $1, $2, $3, date, platform, responses, naming, positive, neutral, negative, mixed,
       "noRule"
     from jsonb_to_recordset($4) as r (date date, platform text, responses int, naming int, positive int, neutral int,
       negative int, mixed int, "noRule" int)`,
    [...keyOf(history), JSON.stringify(added.map((row) => ({ ...zeros, ...row })))],
  );
  await sql(
    history.db,
    `insert into daily_question_response
     select $1, $2, $3, r.date, r.platform, sha256(convert_to('question ' || n, 'UTF8')),
       r.responses * (n + 1) / r.questions - r.responses * n / r.questions,
       r.naming * (n + 1) / r.questions - r.naming * n / r.questions
     from jsonb_to_recordset($4) as r (date date, platform text, responses int, naming int, questions int)
     cross join lateral generate_series(0, r.questions - 1) as n`,
    [...keyOf(history), JSON.stringify(added.map((row) => ({ questions: 1, ...row })))],
  );
}

/** Adds daily mentions, and brings the totals over all history along. */
export async function addMentions(history: History, added: readonly Mentions[]): Promise<void> {
  await sql(
    history.db,
    `insert into daily_mention
     select $1, $2, $3, date, platform, subject, mentions, responses, seen, seen
     from jsonb_to_recordset($4) as r (date date, platform text, subject uuid, mentions int, responses int,
       seen timestamptz)`,
    [...keyOf(history), JSON.stringify(added.map(withSeen))],
  );
  await sql(
    history.db,
    `insert into mention_total
     select account_id, project_id, analysis_id, subject_id, sum(mention_count), min(first_seen_at), max(last_seen_at)
     from daily_mention
     where account_id = $1 and project_id = $2 and analysis_id = $3
     group by account_id, project_id, analysis_id, subject_id
     on conflict (account_id, project_id, analysis_id, subject_id) do update
     set mention_count = excluded.mention_count, first_seen_at = excluded.first_seen_at,
       last_seen_at = excluded.last_seen_at`,
    keyOf(history),
  );
}

export async function addCitations(history: History, added: readonly Citations[]): Promise<void> {
  const whole = added.map((row) => ({ responses: row.citations, ...withSeen(row) }));
  await sql(
    history.db,
    `insert into daily_citation
     select $1, $2, $3, date, platform, domain, citations, responses, seen, seen
     from jsonb_to_recordset($4) as r (date date, platform text, domain text, citations int, responses int,
       seen timestamptz)`,
    [...keyOf(history), JSON.stringify(whole)],
  );
  await sql(
    history.db,
    `insert into daily_citation_url
     select $1, $2, $3, date, platform, domain, sha256(convert_to(u.key, 'UTF8')), u.key, u.value::int, 0, 0,
       0, r.seen, r.seen
     from jsonb_to_recordset($4) as r (date date, platform text, domain text, urls jsonb, seen timestamptz),
       jsonb_each_text(r.urls) as u`,
    [...keyOf(history), JSON.stringify(whole)],
  );
}

/** The candidate of a tracked competitor, which mention buckets refer to. */
export async function candidateOf(caller: ApiCaller, competitorId: string): Promise<string> {
  const found = await sql<{ id: string }>(
    caller.api.db,
    `select id
     from competitor_candidate
     where account_id = $1 and competitor_id = $2`,
    [caller.account.accountId, competitorId],
  );
  return first(found).id;
}

/** A name that was discovered and is not tracked. */
export async function addCandidate(caller: ApiCaller, projectId: string): Promise<string> {
  const id = randomUUID();
  await sql(
    caller.api.db,
    `insert into competitor_candidate (account_id, id, project_id, name, name_key)
     values ($1, $2, $3, 'Discovered', $4)`,
    [caller.account.accountId, id, projectId, id],
  );
  return id;
}

function keyOf({ accountId, projectId, analysisId }: History): string[] {
  return [accountId, projectId, analysisId];
}

function withSeen<Row extends { date: string; seen?: string }>(row: Row): Row & { seen: string } {
  return { ...row, seen: row.seen ?? `${row.date}T10:00:00Z` };
}
