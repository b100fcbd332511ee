import { randomUUID } from 'node:crypto';
import type { ProjectScope } from '../../core/facts/project-scope.js';
import { NAME_MAX } from '../../core/input.js';
import { promptTextHash } from '../../core/prompts/prompt-duplicates.js';
import { queueDiscovery } from '../../core/tasks/project-tasks.js';
import { toDay } from '../../core/time.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { ANSWER_TABLES, ensurePartitions } from '../../database/partitions.js';
import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { UNREAD_MAX, type UnreadAnswer } from '../analysis/analyse-answers.js';
import type { Analysis } from '../analysis/project-analyser.js';
import { type Facts, type IncomingAnswer, storeFacts } from '../facts/facts.js';
import { ensureAnalysis, lockCurrentAnalysis } from '../facts/selected-analysis.js';
import { type JudgedCount, type Judging, NONE_JUDGED, sumOf, WITHOUT_JUDGE } from '../judge/judging.js';
import { requestVerdicts } from '../judge/request-verdicts.js';
import { readByRules } from '../judge/settle-answers.js';

/** The outcome of ingesting: answers stored, answers known before, and the days to roll up. */
interface Ingested {
  accepted: number;
  duplicates: number;
  analysisId: string;
  /** The judge of the analysis (`Judge.id`); null: the rules. */
  judge: string | null;
  judged: JudgedCount;
  /** The days that gained an answer, `YYYY-MM-DD`, ascending. */
  days: string[];
}

/** The stored answer of an external id, ingested now or before. */
export interface StoredAnswer {
  externalId: string;
  answerId: string;
  /** The day that it counts for, `YYYY-MM-DD`. */
  bucketDate: string;
  isDuplicate: boolean;
}

/**
 * The one way in for answers, live or imported. Stores each once, by its external id, and ties it to its prompt, else
 * to the unarchived one of the same text and market. Stores its facts under the selected analysis, which stays selected
 * until the transaction ends. One that cannot be analysed is stored without facts, until its project is analysed again.
 * Where a model judges, `judgeAhead` has asked it before the transaction. The caller must call `rollUp` for `days`
 * before it commits. A few statements, whatever the number of answers; for some hundreds at a time.
 * @returns also where each answer is stored, in the order of `answers`.
 */
export async function ingest(
  tx: DatabaseSession,
  scope: ProjectScope,
  answers: readonly IncomingAnswer[],
  judging: Judging = WITHOUT_JUDGE,
): Promise<Ingested & { answers: StoredAnswer[] }> {
  const stored: NewAnswer[] = [];
  const onNew = (batch: readonly NewAnswer[]) => void stored.push(...batch);
  const ingested = await ingestEach(tx, scope, [answers], judging, { onNew, onUnread: () => {} });
  return { ...ingested, answers: await findStored(tx, scope, answers, stored) };
}

/**
 * As {@link ingest}, batch by batch: while the database stores one, the next is read and analysed. Memory does not grow
 * with their number, so single answers are not reported, but for those that could not be analysed.
 */
export async function ingestBatches(
  tx: DatabaseSession,
  scope: ProjectScope,
  batches: AsyncIterable<readonly IncomingAnswer[]> | Iterable<readonly IncomingAnswer[]>,
  judging: Judging = WITHOUT_JUDGE,
  onUnread: OnUnread = () => {},
): Promise<Ingested> {
  return ingestEach(tx, scope, batches, judging, { onNew: () => {}, onUnread });
}

/** Called for an answer of the batch taken last that is stored and could not be analysed. */
type OnUnread = (externalId: string, fault: string) => void;

async function ingestEach(
  tx: DatabaseSession,
  scope: ProjectScope,
  batches: AsyncIterable<readonly IncomingAnswer[]> | Iterable<readonly IncomingAnswer[]>,
  judging: Judging,
  { onNew, onUnread }: { onNew: (answers: readonly NewAnswer[]) => void; onUnread: OnUnread },
): Promise<Ingested> {
  const analysis = await lockCurrentAnalysis(tx, scope, judging);
  const ingested = { accepted: 0, duplicates: 0, judged: NONE_JUDGED, days: new Set<string>() };
  const models: ServedModels = new Map();
  const methods: ServedMethods = new Map();
  let analysed: AnalysedBatch = { answers: [], facts: [] };
  const recordUnread = refusingMany(({ answer, fault }) => {
    judging.log.warn({ project_id: scope.projectId, answer_id: answer.id, fault }, 'an answer could not be analysed');
    onUnread(answer.externalId, fault);
  });
  for await (const batch of batches) {
    const answers = await saveReceipts(tx, scope, batch);
    onNew(answers);
    for (const answer of answers) addModel(models, answer);
    for (const answer of answers) addMethod(methods, answer);
    ingested.accepted += answers.length;
    ingested.duplicates += batch.length - answers.length;
    for (const { bucketDate } of answers) ingested.days.add(bucketDate);
    const [{ read, unread }, judged] = await both(readByRules(analysis, answers), store(tx, scope, analysis, analysed));
    ingested.judged = sumOf(ingested.judged, judged);
    analysed = { answers, facts: read };
    for (const each of unread) recordUnread(each);
  }
  const judged = sumOf(ingested.judged, await store(tx, scope, analysis, analysed));
  await recordModels(tx, scope, models);
  await recordMethods(tx, scope, methods);
  // Last, as the task's row stays locked until the transaction ends.
  if (ingested.accepted > 0) await queueDiscovery(tx, scope);
  return { ...ingested, analysisId: analysis.id, judge: analysis.judge, judged, days: [...ingested.days].sort() };
}

/** @throws Error at the first one beyond {@link UNREAD_MAX}. */
function refusingMany(record: (unread: UnreadAnswer<NewAnswer>) => void): typeof record {
  let count = 0;
  return (unread) => {
    count += 1;
    if (count > UNREAD_MAX) throw new Error(`more than ${UNREAD_MAX} answers cannot be analysed: ${unread.fault}`);
    record(unread);
  };
}

/** When each model first answered, by platform and model. A longer name than a line of an import may have is none. */
type ServedModels = Map<string, { platform: Platform; model: string; first_at: Date }>;

function addModel(models: ServedModels, { platform, model, answeredAt }: NewAnswer): void {
  if (!model || model.length > NAME_MAX) return;
  const known = models.get(`${platform} ${model}`);
  if (!known || answeredAt < known.first_at) {
    models.set(`${platform} ${model}`, { platform, model, first_at: answeredAt });
  }
}

/**
 * Records since when models answer. Once they are known it writes and locks nothing; else rows are written in one
 * order, against deadlocks.
 */
const RECORD_MODELS = statement<object>(
  'note-served-models',
  `insert into served_model as s (account_id, project_id, platform, model, first_at)
   select $1, $2, m.platform, m.model, m.first_at
   from json_to_recordset($3::json) as m (platform text, model text, first_at timestamptz)
   where not exists (
     select
     from served_model k
     where k.account_id = $1 and k.project_id = $2 and k.platform = m.platform and k.model = m.model
       and k.first_at <= m.first_at
   )
   order by m.platform, m.model
   on conflict (account_id, project_id, platform, model) do update
   set first_at = least(s.first_at, excluded.first_at)`,
);

async function recordModels(tx: DatabaseSession, scope: ProjectScope, models: ServedModels): Promise<void> {
  if (models.size === 0) return;
  await tx.rows(RECORD_MODELS, [scope.accountId, scope.projectId, JSON.stringify([...models.values()])]);
}

/** When an answer first came by each version of the method, by platform and version. */
type ServedMethods = Map<string, { platform: Platform; request_version: number; first_at: Date }>;

function addMethod(methods: ServedMethods, { platform, requestVersion, answeredAt }: NewAnswer): void {
  if (requestVersion === undefined) return;
  const known = methods.get(`${platform} ${requestVersion}`);
  if (!known || answeredAt < known.first_at) {
    methods.set(`${platform} ${requestVersion}`, { platform, request_version: requestVersion, first_at: answeredAt });
  }
}

/** As {@link RECORD_MODELS}. */
const RECORD_METHODS = statement<object>(
  'note-served-methods',
  `insert into served_method as s (account_id, project_id, platform, request_version, first_at)
   select $1, $2, m.platform, m.request_version, m.first_at
   from json_to_recordset($3::json) as m (platform text, request_version smallint, first_at timestamptz)
   where not exists (
     select
     from served_method k
     where k.account_id = $1 and k.project_id = $2 and k.platform = m.platform
       and k.request_version = m.request_version and k.first_at <= m.first_at
   )
   order by m.platform, m.request_version
   on conflict (account_id, project_id, platform, request_version) do update
   set first_at = least(s.first_at, excluded.first_at)`,
);

async function recordMethods(tx: DatabaseSession, scope: ProjectScope, methods: ServedMethods): Promise<void> {
  if (methods.size === 0) return;
  await tx.rows(RECORD_METHODS, [scope.accountId, scope.projectId, JSON.stringify([...methods.values()])]);
}

type NewAnswer = IncomingAnswer & { id: string; bucketDate: string };

interface AnalysedBatch {
  answers: readonly NewAnswer[];
  facts: Facts;
}

/** Waits for both even if one fails: a statement sent after the rollback would be a transaction of its own. */
async function both<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/** One row for each answer that was not ingested before; waits for a transaction that ingests the same one. */
const SAVE_RECEIPTS = statement<{ answer_id: string }>(
  'store-answer-receipts',
  `insert into answer_receipt (account_id, project_id, external_id, answer_id)
   select $1, $2, r.external_id, r.id
   from json_to_recordset($3::json) as r (external_id text, id uuid)
   on conflict (account_id, project_id, external_id) do nothing
   returning answer_id`,
);

/** Those of some external ids ($3) whose answers were ingested before. */
const FIND_RECEIPTS = statement<{ external_id: string }>(
  'find-answer-receipts',
  `select r.external_id
   from unnest($3::text[]) as wanted (external_id)
   join answer_receipt r on r.account_id = $1 and r.project_id = $2 and r.external_id = wanted.external_id`,
);

/**
 * Saves a receipt for each answer. Receipts are written in one order everywhere, against deadlocks.
 * @returns the answers that had none; of several with one external id the first.
 */
async function saveReceipts(
  tx: DatabaseSession,
  scope: ProjectScope,
  answers: readonly IncomingAnswer[],
): Promise<NewAnswer[]> {
  const numbered = answers.map((answer) => ({ ...answer, id: randomUUID(), bucketDate: toDay(answer.answeredAt) }));
  const receipts = numbered
    .map(({ externalId, id }) => ({ external_id: externalId, id }))
    .sort((left, right) => (left.external_id < right.external_id ? -1 : Number(left.external_id > right.external_id)));
  const saved = await tx.rows(SAVE_RECEIPTS, [scope.accountId, scope.projectId, JSON.stringify(receipts)]);
  const savedIds = new Set(saved.map(({ answer_id }) => answer_id));
  return numbered.filter(({ id }) => savedIds.has(id));
}

/** The id and day of the answers of some external ids ($3). The day is not known beforehand, so every month is read. */
const FIND_STORED_ANSWERS = statement<{ external_id: string; answer_id: string; bucket_date: string }>(
  'find-stored-answers',
  `select r.external_id, r.answer_id, a.bucket_date
   from unnest($3::text[]) as wanted (external_id)
   join answer_receipt r on r.account_id = $1 and r.project_id = $2 and r.external_id = wanted.external_id
   join answer a on a.account_id = $1 and a.project_id = $2 and a.id = r.answer_id`,
);

/** Looks up answers stored before in one statement, and only if there are any. */
async function findStored(
  tx: DatabaseSession,
  scope: ProjectScope,
  answers: readonly IncomingAnswer[],
  stored: readonly NewAnswer[],
): Promise<StoredAnswer[]> {
  const places = new Map(stored.map(({ externalId, id, bucketDate }) => [externalId, { answerId: id, bucketDate }]));
  const earlier = answers.map(({ externalId }) => externalId).filter((externalId) => !places.has(externalId));
  const found =
    earlier.length > 0 ? await tx.rows(FIND_STORED_ANSWERS, [scope.accountId, scope.projectId, earlier]) : [];
  for (const { external_id, answer_id, bucket_date } of found) {
    places.set(external_id, { answerId: answer_id, bucketDate: bucket_date });
  }
  const fresh = new Set(stored.map(({ externalId }) => externalId));
  return answers.map(({ externalId }) => {
    const place = places.get(externalId);
    if (!place) throw new Error(`an answer has a receipt and is not stored: ${externalId}`);
    return { externalId, ...place, isDuplicate: !fresh.delete(externalId) };
  });
}

/**
 * Ties each answer to the prompt it names where that is one of this project, archived or not, else to the unarchived
 * one of its question.
 */
const STORE_ANSWERS = statement<object>(
  'store-answers',
  `insert into answer (account_id, project_id, bucket_date, id, platform, model, prompt_id, market_id, question, text,
     citations, is_truncated, answered_at)
   select $1, $2, r.bucket_date, r.id, r.platform, r.model, coalesce(p.id, q.id), r.market_id, r.question,
     r.text, r.citations, r.is_truncated, r.answered_at
   from json_to_recordset($3::json) as r (bucket_date date, id uuid, prompt_id uuid, market_id uuid, platform text,
     model text, question text, question_hash text, text text, citations jsonb, is_truncated boolean,
     answered_at timestamptz)
   left join prompt p on p.account_id = $1 and p.id = r.prompt_id and p.project_id = $2
   left join prompt q on q.account_id = $1 and q.project_id = $2 and q.text_hash = decode(r.question_hash, 'hex')
     and q.archived_at is null`,
);

const STORE_SEARCHES = statement<object>(
  'store-answer-searches',
  `insert into answer_search (account_id, project_id, bucket_date, answer_id, ordinal, platform, query, query_hash)
   select $1, $2, r.bucket_date, r.answer_id, r.ordinal, r.platform, r.query, decode(r.query_hash, 'hex')
   from json_to_recordset($3::json) as r (bucket_date date, answer_id uuid, ordinal smallint, platform text,
     query text, query_hash text)`,
);

async function store(tx: DatabaseSession, scope: ProjectScope, analysis: Analysis, { answers, facts }: AnalysedBatch) {
  if (answers.length === 0) return NONE_JUDGED;
  await ensurePartitions(
    tx,
    answers.map(({ bucketDate }) => bucketDate),
    ANSWER_TABLES,
  );
  await tx.rows(STORE_ANSWERS, [scope.accountId, scope.projectId, JSON.stringify(answers.map(toAnswerRow))]);
  const searches = answers.flatMap(toSearchRows);
  if (searches.length > 0) {
    await tx.rows(STORE_SEARCHES, [scope.accountId, scope.projectId, JSON.stringify(searches)]);
  }
  return storeFacts(tx, scope, analysis, facts);
}

function toAnswerRow(answer: NewAnswer) {
  return {
    bucket_date: answer.bucketDate,
    id: answer.id,
    prompt_id: answer.promptId ?? null,
    market_id: answer.marketId,
    platform: answer.platform,
    model: answer.model,
    question: answer.question,
    question_hash: promptTextHash(answer.question, answer.marketId).toString('hex'),
    text: answer.text,
    citations: answer.citations,
    is_truncated: answer.isTruncated,
    answered_at: answer.answeredAt,
  };
}

/** An answer's searches; of those that differ in letter case alone the first. */
function toSearchRows({ id, bucketDate, platform, searches }: NewAnswer) {
  const byHash = new Map<string, string>();
  for (const query of searches) {
    const hash = promptTextHash(query).toString('hex');
    if (!byHash.has(hash)) byHash.set(hash, query);
  }
  const filedUnder = { bucket_date: bucketDate, answer_id: id, platform };
  return Array.from(byHash, ([query_hash, query], ordinal) => ({ ...filedUnder, ordinal, query, query_hash }));
}

/**
 * Asks the judge of the project's analysis about answers before they are ingested, so that the transaction need not.
 * Leaves out answers ingested before. Where it fails, the answers may be ingested all the same.
 * @returns how many of the answers the judge may not be asked about today.
 */
export async function judgeAhead(
  db: DatabaseSession,
  scope: ProjectScope,
  judging: Judging,
  answers: readonly IncomingAnswer[],
): Promise<number> {
  if (judging.judge === null) return 0;
  const { analysis } = await ensureAnalysis(db, scope, judging);
  if (analysis?.judge !== judging.judge.id) return 0;
  const ids = answers.map(({ externalId }) => externalId);
  const known = await db.rows(FIND_RECEIPTS, [scope.accountId, scope.projectId, ids]);
  const knownIds = new Set(known.map(({ external_id }) => external_id));
  // Of several with one external id the first counts.
  const fresh = answers.filter(({ externalId }) => !knownIds.has(externalId) && knownIds.add(externalId));
  return (await requestVerdicts(db, scope, judging, analysis, fresh)).waiting.withheld;
}
