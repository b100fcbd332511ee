import { applyCorrections } from '../../core/corrections/apply-corrections.js';
import type { ProjectScope } from '../../core/facts/project-scope.js';
import { rollUp } from '../../core/facts/rollups.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { type Statement, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { CitedSource } from '../../platforms/reply.js';
import { UNREAD_MAX } from '../analysis/analyse-answers.js';
import type { Analysis } from '../analysis/project-analyser.js';
import { type RetainedAnswer, storeFacts } from '../facts/facts.js';
import { findAnalysisStatus } from '../facts/selected-analysis.js';
import { askingAboutEarlier, type JudgedCount, NONE_JUDGED, sumOf } from '../judge/judging.js';
import { requestVerdicts } from '../judge/request-verdicts.js';
import { readByRules } from '../judge/settle-answers.js';
import { longTransaction } from '../long-transaction.js';
import { NAMES_CHANGED, type NamesChanged, NOTHING_READ, type Progress, plus, type Run } from './project-lock.js';

/** Answers of one transaction, and the most that are analysed while ingestion waits. */
export const BATCH_ANSWERS = 200;

/**
 * Analyses the answers that are pending under the analysis, a batch a transaction, applies what people corrected in
 * them, then rolls up their days. Ends
 * before the next batch if the project's names have changed, so that no judge is asked, and paid, for what would be
 * discarded.
 */
export async function analysePending(run: Run, analysisId: string): Promise<Progress | NamesChanged> {
  const { db, scope, signal } = run;
  const days = new Set<string>();
  let done = NOTHING_READ;
  let place: AnswerPosition | undefined = BEGINNING;
  while (place) {
    signal?.throwIfAborted();
    const from: AnswerPosition = place;
    const page = await longTransaction(db, (tx) => listPending(tx, scope, analysisId, from, BATCH_ANSWERS));
    const { analysis, isDue } = await findAnalysisStatus(db, scope, run.judging, analysisId);
    if (isDue && !run.mustSwitch) return NAMES_CHANGED;
    const batch = page.answers.filter(({ id }) => !run.unread.has(id));
    const waiting = analysis ? await judgeBatch(run, analysis, batch) : NONE_JUDGED;
    const { answers, judged } = await longTransaction(db, (tx) => readBatch(tx, run, analysisId, batch));
    for (const { bucketDate } of batch) days.add(bucketDate);
    done = plus(done, { answers, judged: sumOf(judged, waiting) });
    place = page.isLast ? undefined : page.answers.at(-1);
  }
  await longTransaction(db, async (tx) => {
    await lockAnalysis(tx, run, analysisId);
    for (const day of await applyCorrections(tx, scope, analysisId)) days.add(day);
    await rollUp(tx, scope, analysisId, days);
  });
  return done;
}

/**
 * Asks the judge for missing verdicts, in no transaction that writes. @returns how many answers wait for it.
 * @throws Error in a patient run, where the judge cannot be asked.
 */
export async function judgeBatch(run: Run, analysis: Analysis, batch: readonly RetainedAnswer[]): Promise<JudgedCount> {
  const { db, scope, judging, signal } = run;
  const { isOutOfReach, waiting } = await requestVerdicts(
    db,
    scope,
    askingAboutEarlier(judging),
    analysis,
    batch,
    signal,
  );
  if (isOutOfReach && run.isPatient) {
    throw new Error('the judge cannot be asked now; its verdicts are kept, and readers are not switched');
  }
  return { ...NONE_JUDGED, ...waiting };
}

/** Counts $3 more answers as analysed; those that arrived since the run began count once they are analysed. */
const RECORD_READ = statement<object>(
  'note-answers-read-again',
  `update analysis
   set answers_read = answers_read + $3, answers_total = greatest(answers_total, answers_read + $3)
   where account_id = $1 and id = $2`,
);

/**
 * Stores the facts of a batch, and counts it as analysed: both or neither. Answers that cannot be analysed stay pending
 * and are recorded in the run. @throws Error where these are too many.
 */
export async function readBatch(
  tx: DatabaseSession,
  run: Run,
  analysisId: string,
  batch: readonly RetainedAnswer[],
): Promise<Progress> {
  if (batch.length === 0) return NOTHING_READ;
  const analysis = await lockAnalysis(tx, run, analysisId);
  const { read, unread } = await readByRules(analysis, batch);
  for (const { answer, fault } of unread) recordUnread(run, answer.id, fault);
  const judged = await storeFacts(tx, run.scope, analysis, read);
  await tx.rows(RECORD_READ, [run.scope.accountId, analysisId, batch.length]);
  return { answers: read.length, judged };
}

function recordUnread({ judging, scope, unread }: Run, answerId: string, fault: string): void {
  unread.set(answerId, fault);
  judging.log.warn({ project_id: scope.projectId, answer_id: answerId, fault }, 'an answer could not be analysed');
  if (unread.size > UNREAD_MAX) throw new Error(`more than ${UNREAD_MAX} answers cannot be analysed: ${fault}`);
}

/** The answer that a page begins after, in the order of the primary key. */
export interface AnswerPosition {
  bucketDate: string;
  id: string;
}

export const BEGINNING: AnswerPosition = { bucketDate: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

/**
 * The plain bound on `bucket_date` besides the pair leaves out partitions already read. The reading is looked up answer
 * by answer: with an anti join the planner, which cannot know how many readings a new analysis has, compares each
 * answer with all of them (measured: 280 ms a page of 200 among 10,000, against 5).
 */
const PENDING = `from answer a
     left join lateral (
       select true as is_read
       from answer_reading r
       where r.account_id = $1 and r.project_id = $2 and r.analysis_id = $3 and r.bucket_date = a.bucket_date
         and r.answer_id = a.id
       limit 1
     ) r on true
     where a.account_id = $1 and a.project_id = $2 and a.bucket_date >= $4::date
       and (a.bucket_date, a.id) > ($4::date, $5::uuid) and r.is_read is null`;

export interface PageRow {
  id: string;
  bucket_date: string;
  platform: Platform;
  market_id: string | null;
  question: string;
  text: string;
  citations: CitedSource[];
  answered_ms: number;
  listed: number;
}

/**
 * A page of answers `a`, those of `from` after a place ($4, $5): at most $6, and of their texts $7 bytes, but one
 * answer at least. `listed` is how many there are without the bound of bytes. The length of a text is known without
 * reading it.
 */
export function selectPage(from: string): string {
  return `with listed as (
     select a.id, a.bucket_date, a.platform, a.market_id, a.question, a.text, a.citations, a.answered_at
     ${from}
     order by a.bucket_date, a.id
     limit $6
   ),
   weighed as (
     select l.*, count(*) over () as listed,
       sum(octet_length(l.text)) over (order by l.bucket_date, l.id rows unbounded preceding) - octet_length(l.text)
         as bytes_before
     from listed l
   )
   select w.id, w.bucket_date, w.platform, w.market_id, w.question, w.text, w.citations, w.listed::int as listed,
     (extract(epoch from w.answered_at) * 1000)::float8 as answered_ms
   from weighed w
   where w.bytes_before < $7
   order by w.bucket_date, w.id`;
}

const LIST_PENDING = statement<PageRow>('list-pending-answers', selectPage(PENDING));

/** Texts of one page: its rows, its facts and the JSON of both are in memory at once, and hold up other requests. */
const PAGE_BYTES = 2 * 1024 * 1024;

/**
 * At most `limit` retained answers without a reading under the analysis, by day and id, after `place`; fewer where
 * their texts are long. `isLast` if there are no others.
 */
export async function listPending(
  db: DatabaseSession,
  scope: ProjectScope,
  analysisId: string,
  place: AnswerPosition,
  limit: number,
): Promise<Page> {
  return pageOfAnswers(db, LIST_PENDING, { scope, analysisId, place, limit });
}

export interface Page {
  answers: RetainedAnswer[];
  /** Whether there are no others after them. */
  isLast: boolean;
}

/** A page of {@link selectPage}. */
export async function pageOfAnswers(
  db: DatabaseSession,
  page: Statement<PageRow>,
  {
    scope,
    analysisId,
    place,
    limit,
  }: { scope: ProjectScope; analysisId: string; place: AnswerPosition; limit: number },
): Promise<Page> {
  const values = [scope.accountId, scope.projectId, analysisId, place.bucketDate, place.id, limit, PAGE_BYTES];
  const found = await db.rows(page, values);
  const answers = found.map(({ bucket_date, market_id, answered_ms, listed: _, ...answer }) => ({
    ...answer,
    bucketDate: bucket_date,
    marketId: market_id,
    answeredAt: new Date(answered_ms),
  }));
  const listed = found[0]?.listed ?? 0;
  return { answers, isLast: listed < limit && answers.length === listed };
}

const COUNT_PENDING = statement<{ pending: number }>(
  'count-pending-answers',
  `select count(*)::int as pending
   from (
     select true
     ${PENDING}
     limit $6
   ) p`,
);

/** How many retained answers have no reading under the analysis; `limit` where there are more. */
export async function countPending(
  db: DatabaseSession,
  scope: ProjectScope,
  analysisId: string,
  limit: number,
): Promise<number> {
  const { bucketDate, id } = BEGINNING;
  const [found] = await db.rows(COUNT_PENDING, [scope.accountId, scope.projectId, analysisId, bucketDate, id, limit]);
  return found?.pending ?? 0;
}

/** Keeps a new analysis from being discarded while facts are written under it. */
const LOCK_ANALYSIS = statement<{ id: string }>(
  'hold-analysis',
  `select id
   from analysis
   where account_id = $1 and id = $2
   for key share`,
);

/** Called after the answers were read, so that every removal before one of them is known. */
async function lockAnalysis(tx: DatabaseSession, { scope, judging }: Run, analysisId: string): Promise<Analysis> {
  await tx.rows(LOCK_ANALYSIS, [scope.accountId, analysisId]);
  const { analysis } = await findAnalysisStatus(tx, scope, judging, analysisId);
  if (!analysis) throw new Error('an analysis in the making was discarded by another run');
  return analysis;
}
