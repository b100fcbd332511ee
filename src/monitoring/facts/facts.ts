import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { SubjectFacts } from '../../analysis/analyser.js';
import type { ProjectScope } from '../../core/facts/project-scope.js';
import { LOCK_NAMES } from '../../core/projects/project-names.js';
import { promptTextHash } from '../../core/prompts/prompt-duplicates.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { type Statement, statement } from '../../database/rows.js';
import type { Decider, Platform } from '../../entities/vocabulary.js';
import type { CitedSource } from '../../platforms/reply.js';
import { type Analysis, BRAND, type DiscoveredName } from '../analysis/project-analyser.js';
import type { JudgedCount } from '../judge/judging.js';
import { type ReadByRules, type SettledAnswer, settleAnswers } from '../judge/settle-answers.js';

/** An accepted answer on its way in, live or imported. Its texts hold neither NUL nor lone surrogates. */
export interface IncomingAnswer {
  /** Unique in the project: an answer that was ingested before is skipped. At most 255 characters. */
  externalId: string;
  /** The prompt that was asked, even if edited or archived since; where absent, the one of the same text is found. */
  promptId?: string | null;
  /** The project's market that it was asked in; null for none. */
  marketId: string | null;
  platform: Platform;
  model: string | null;
  question: string;
  text: string;
  citations: readonly CitedSource[];
  /** What the platform searched the web for, as `toSearches` has it. */
  searches: readonly string[];
  isTruncated: boolean;
  /** The version of the method that it was asked by; none where it was imported. */
  requestVersion?: number;
  answeredAt: Date;
}

/** An answer as it is retained, with the columns that its facts repeat. */
export interface RetainedAnswer {
  id: string;
  /** The UTC day of `answeredAt`. */
  bucketDate: string;
  platform: Platform;
  marketId: string | null;
  question: string;
  text: string;
  citations: readonly CitedSource[];
  answeredAt: Date;
}

/** Some answers as the rules read them; their rows are known once the verdicts of a judge are looked up. */
export type Facts = readonly ReadByRules<RetainedAnswer>[];

/** Mentions are grouped by answer: 40 rows of one answer would otherwise each repeat its columns. */
interface AnswerMentions {
  filedUnder: object;
  subjects: object[];
  /** Their subject is known once their candidates are found or made. */
  discovered: readonly DiscoveredName[];
}

const STORE_READINGS = statement<object>(
  'store-answer-readings',
  `insert into answer_reading (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
     question_hash, is_brand_named, brand_decided_by, sentiment, sentiment_source, rules_sentiment, evidence,
     text_length, is_left_to_rules)
   select $1, $2, $3, r.bucket_date, r.answer_id, r.platform, r.answered_at, decode(r.question_hash, 'hex'),
     r.is_brand_named, r.brand_decided_by, r.sentiment, r.sentiment_source, r.rules_sentiment, r.evidence,
     r.text_length, r.is_left_to_rules
   from json_to_recordset($4::json) as r (bucket_date date, answer_id uuid, platform text, answered_at timestamptz,
     question_hash text, is_brand_named boolean, brand_decided_by text, sentiment text, sentiment_source text,
     rules_sentiment text, evidence text, text_length integer, is_left_to_rules boolean)`,
);

const STORE_MENTIONS = statement<object>(
  'store-answer-mentions',
  `insert into answer_mention (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
     subject_id, mention_count, spans, position, decided_by)
   select $1, $2, $3, r.bucket_date, r.answer_id, r.platform, r.answered_at, m.subject_id, m.mention_count, m.spans,
     m.position, m.decided_by
   from json_to_recordset($4::json) as r (bucket_date date, answer_id uuid, platform text, answered_at timestamptz,
     mentions json)
   cross join lateral json_to_recordset(r.mentions) as m (subject_id uuid, mention_count integer, spans integer[],
     position integer, decided_by text)`,
);

const STORE_CITATIONS = statement<object>(
  'store-answer-citations',
  `insert into answer_citation (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
     ordinal, domain, url, title)
   select $1, $2, $3, r.bucket_date, r.answer_id, r.platform, r.answered_at, r.ordinal, r.domain, r.url, r.title
   from json_to_recordset($4::json) as r (bucket_date date, answer_id uuid, platform text, answered_at timestamptz,
     ordinal integer, domain text, url text, title text)`,
);

/**
 * Stores facts under an analysis, one statement a table: one reading an answer, one mention a name in it, one citation
 * a page. Saved verdicts of its judge count; no judge is asked here. The caller must roll up their days, in the same
 * transaction or before any reader sees the analysis.
 * @returns how many answers a judge decided, and how many fell back to the rules.
 */
export async function storeFacts(
  tx: DatabaseSession,
  scope: ProjectScope,
  analysis: Analysis,
  facts: Facts,
): Promise<JudgedCount> {
  const key = [scope.accountId, scope.projectId, analysis.id];
  const { settled, judged } = await settleAnswers(tx, scope, analysis, facts);
  const mentions = await withCandidates(tx, scope, settled.flatMap(toAnswerMentions(scope)));
  const citations = settled.flatMap(toCitationRows);
  if (settled.length > 0) await tx.rows(STORE_READINGS, [...key, JSON.stringify(settled.map(toReadingRow))]);
  if (mentions.length > 0) await tx.rows(STORE_MENTIONS, [...key, JSON.stringify(mentions)]);
  if (citations.length > 0) await tx.rows(STORE_CITATIONS, [...key, JSON.stringify(citations)]);
  return judged;
}

type SettledFacts = SettledAnswer<RetainedAnswer>;

async function withCandidates(
  tx: DatabaseSession,
  scope: ProjectScope,
  mentions: readonly AnswerMentions[],
): Promise<object[]> {
  const candidates = await candidatesOf(
    tx,
    scope,
    mentions.flatMap(({ discovered }) => discovered),
  );
  return mentions.map(({ filedUnder, subjects, discovered }) => {
    const found = discovered.map((name) => toMentionRow(candidates.get(name.key), name, 'rules'));
    return { ...filedUnder, mentions: [...subjects, ...found] };
  });
}

function keyOf({ id, bucketDate, platform, answeredAt }: RetainedAnswer) {
  return { bucket_date: bucketDate, answer_id: id, platform, answered_at: answeredAt.toISOString() };
}

function toReadingRow({ answer, reading, deciders, sentiment, source, evidence, isLeftToRules }: SettledFacts) {
  return {
    ...keyOf(answer),
    question_hash: promptTextHash(answer.question, answer.marketId).toString('hex'),
    is_brand_named: reading.brand.mentionCount > 0,
    brand_decided_by: deciderOf(deciders, BRAND),
    sentiment,
    sentiment_source: source,
    rules_sentiment: source === 'model' ? reading.brand.sentiment : null,
    evidence: wellFormed(evidence),
    text_length: answer.text.length,
    is_left_to_rules: isLeftToRules,
  };
}

function deciderOf(deciders: SettledFacts['deciders'], subject: number): Decider {
  return deciders.get(subject) ?? 'rules';
}

/** The brand's subject id is the project's own. */
function toAnswerMentions({ projectId }: ProjectScope) {
  return ({ answer, reading, deciders }: SettledFacts): AnswerMentions[] => {
    const { brand, competitors, discovered } = reading;
    const named =
      brand.mentionCount > 0 ? [{ id: projectId, subject: BRAND, facts: brand }, ...competitors] : competitors;
    if (named.length + discovered.length === 0) return [];
    const subjects = named.map(({ id, subject, facts }) => toMentionRow(id, facts, deciderOf(deciders, subject)));
    return [{ filedUnder: keyOf(answer), subjects, discovered }];
  };
}

/** Spans are stored flat: start, end, start, end. */
function toMentionRow(
  subjectId: string | undefined,
  { mentionCount, spans, position }: SubjectFacts | DiscoveredName,
  decider: Decider,
) {
  return { subject_id: subjectId, mention_count: mentionCount, spans: spans.flat(), position, decided_by: decider };
}

function toCitationRows({ answer, reading }: SettledFacts) {
  const filedUnder = keyOf(answer);
  return reading.citations.map(({ domain, url, title }, ordinal) => {
    return { ...filedUnder, ordinal, domain, url, title: wellFormed(title) };
  });
}

/** A passage cut by UTF-16 units may end in half a character, which the database would refuse. */
function wellFormed(text: string | null): string | null {
  return text === null ? null : text.toWellFormed();
}

/** A name and what it is compared by (`candidateKey`). */
interface KeyedName {
  key: string;
  name: string;
}

/**
 * The present candidate of each of the keys $3: an untracked one, or that of a competitor, the oldest where
 * competitors share a name. Candidates of removed competitors belong to the past alone.
 */
const FIND_CURRENT_CANDIDATES = statement<{ name_key: string; id: string }>(
  'find-current-candidates',
  `select distinct on (f.name_key) f.name_key, f.id
   from (
     select k.name_key, k.id, k.created_at
     from competitor_candidate k
     where k.account_id = $1 and k.project_id = $2 and k.name_key = any ($3::text[]) and k.competitor_id is null
     union all
     select k.name_key, k.id, k.created_at
     from competitor_candidate k
     join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
     where k.account_id = $1 and k.project_id = $2 and k.name_key = any ($3::text[]) and k.competitor_id is not null
   ) f
   order by f.name_key, f.created_at, f.id`,
);

/** Under `LOCK_NAMES`, and for names that have no current candidate. */
const CREATE_CANDIDATES = statement<object>(
  'create-candidates',
  `insert into competitor_candidate (account_id, id, project_id, name, name_key)
   select $1, r.id, $2, r.name, r.name_key
   from json_to_recordset($3::json) as r (id uuid, name text, name_key text)`,
);

/**
 * The candidates of names found in answers, by key: the current one where the project has one, else a new one, under
 * the name's first spelling. New ones are committed at once, apart from the transaction of `db`, so that no other
 * writer of the name waits for the end of a long import. If that is rolled back, a candidate without mentions is left,
 * which no reader sees. One statement where all names are known, whatever their number.
 */
async function candidatesOf(
  db: DatabaseSession,
  { accountId, projectId }: ProjectScope,
  names: readonly KeyedName[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map(names.toReversed().map(({ key, name }) => [key, name]));
  if (wanted.size === 0) return new Map();
  const owner = [accountId, projectId];
  const known = byKey(await db.rows(FIND_CURRENT_CANDIDATES, [...owner, [...wanted.keys()]]));
  const unknown = [...wanted.keys()].filter((key) => !known.has(key));
  if (unknown.length === 0) return known;
  return db.onSeparateConnection(async (client) => {
    await ask(client, LOCK_NAMES, owner);
    const others = byKey(await ask(client, FIND_CURRENT_CANDIDATES, [...owner, unknown]));
    const added = unknown
      .filter((key) => !others.has(key))
      .map((key) => ({ id: randomUUID(), name: wanted.get(key), name_key: key }));
    await ask(client, CREATE_CANDIDATES, [...owner, JSON.stringify(added)]);
    return new Map([...known, ...others, ...byKey(added)]);
  });
}

async function ask<Row extends object>(
  client: ClientBase,
  { text }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}

function byKey(found: readonly { name_key: string; id: string }[]): Map<string, string> {
  return new Map(found.map(({ name_key, id }) => [name_key, id]));
}
