import { applyCorrections } from '../../core/corrections/apply-corrections.js';
import { rollUp } from '../../core/facts/rollups.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { FACT_TABLES } from '../../database/partitions.js';
import { statement } from '../../database/rows.js';
import type { Analysis } from '../analysis/project-analyser.js';
import { type Facts, type RetainedAnswer, storeFacts } from '../facts/facts.js';
import { countWithheld, findAnalysisStatus, settleWithheld, takeSelection } from '../facts/selected-analysis.js';
import { type JudgedCount, NONE_JUDGED, reportJudged, sumOf } from '../judge/judging.js';
import { readByRules, verdictsOn } from '../judge/settle-answers.js';
import { longTransaction, retryUntil } from '../long-transaction.js';
import {
  type AnswerPosition,
  BATCH_ANSWERS,
  BEGINNING,
  judgeBatch,
  type Page,
  type PageRow,
  pageOfAnswers,
  selectPage,
} from './analyse-pending.js';
import {
  NAMES_CHANGED,
  type NamesChanged,
  NOTHING_READ,
  type Progress,
  plus,
  type Reanalysis,
  type Run,
} from './project-lock.js';

/**
 * Asks the judge of the selected analysis about the answers in which it has left questions to the rules, and stores the
 * facts of those that it answers now in place of the former ones: batch by batch, each with its rollups and with what
 * people corrected, so that readers see whole answers and sums that agree. No other answer is read. What a bound
 * withholds again waits for the next day. Ends as {@link NAMES_CHANGED} once the answers are to be read again for
 * another reason. A process that dies in it has lost nothing: the marks of what it stored are gone with that.
 */
export async function judgeWithheld(run: Run): Promise<Reanalysis | NamesChanged> {
  const { db, scope, judging } = run;
  const { analysis } = await findAnalysisStatus(db, scope, judging);
  if (!analysis) return NAMES_CHANGED;
  const before = await countWithheld(db, scope, analysis.id);
  const done = await judgeLeft(run, analysis.id);
  if (done === NAMES_CHANGED) return done;
  await settleWithheld(db, scope, analysis.id, before, done.judged);
  reportJudged(judging, scope.projectId, analysis.judge, done.judged);
  return { analysisId: analysis.id, answers: done.answers };
}

/** The answers that were read anew; of those that wait still, a bound of the day withholds each after the first. */
async function judgeLeft(run: Run, analysisId: string): Promise<Progress | NamesChanged> {
  const { db, scope, judging, signal } = run;
  let done = NOTHING_READ;
  for (let place: AnswerPosition | undefined = BEGINNING; place; ) {
    signal?.throwIfAborted();
    const { analysis, isDue, isForWithheld } = await findAnalysisStatus(db, scope, judging);
    if (analysis?.id !== analysisId || (isDue && !isForWithheld)) return NAMES_CHANGED;
    const from: AnswerPosition = place;
    const { answers, isLast } = await longTransaction(db, (tx) => listLeft(tx, run, analysisId, from));
    const waiting = await judgeBatch(run, analysis, answers);
    const isFirst = done.answers === 0;
    const read = await storeJudged(run, analysis, answers, isFirst);
    if (read === NAMES_CHANGED) return read;
    done = plus(done, { ...read, judged: sumOf(read.judged, waiting) });
    place = isLast ? undefined : answers.at(-1);
    if (place && waiting.withheld > 0) return plus(done, withheldOf(await countLeft(run, analysisId, place)));
  }
  return done;
}

function withheldOf(withheld: number): Progress {
  return { answers: 0, judged: { ...NONE_JUDGED, withheld } };
}

/** Rows of earlier releases do not say of a name that the rules did not find whether a judge was to decide on it. */
const IS_LEFT = `coalesce(
       r.is_left_to_rules,
       r.sentiment_source = 'rules_fallback' or r.brand_decided_by = 'rules_fallback' or exists (
         select
         from answer_mention m
         where m.account_id = $1 and m.project_id = $2 and m.analysis_id = $3 and m.bucket_date = r.bucket_date
           and m.answer_id = r.answer_id and m.decided_by = 'rules_fallback'
       )
     )`;

/** The answers after a place ($4, $5) in which the analysis $3 has left a question of its judge to the rules. */
const LEFT = `from answer_reading r
     join answer a on a.account_id = $1 and a.project_id = $2 and a.bucket_date = r.bucket_date and a.id = r.answer_id
     where r.account_id = $1 and r.project_id = $2 and r.analysis_id = $3 and r.bucket_date >= $4::date
       and (r.bucket_date, r.answer_id) > ($4::date, $5::uuid) and ${IS_LEFT}`;

const LIST_LEFT = statement<PageRow>('list-answers-left-to-rules', selectPage(LEFT));

function listLeft(db: DatabaseSession, { scope }: Run, analysisId: string, place: AnswerPosition): Promise<Page> {
  return pageOfAnswers(db, LIST_LEFT, { scope, analysisId, place, limit: BATCH_ANSWERS });
}

const COUNT_LEFT = statement<{ answers: number }>(
  'count-answers-left-to-rules',
  `select count(*)::int as answers ${LEFT}`,
);

async function countLeft({ db, scope }: Run, analysisId: string, { bucketDate, id }: AnswerPosition): Promise<number> {
  const values = [scope.accountId, scope.projectId, analysisId, bucketDate, id];
  const [found] = await longTransaction(db, (tx) => tx.rows(COUNT_LEFT, values));
  return found?.answers ?? 0;
}

const OF_ANSWERS = `account_id = $1 and project_id = $2 and analysis_id = $3 and bucket_date = any ($4::date[])
     and answer_id = any ($5::uuid[])`;

const DELETE_FACTS = FACT_TABLES.map((table) =>
  statement<object>(`delete-answers-of-${table}`, `delete from ${table} where ${OF_ANSWERS}`),
);

/** What the analysis $3 had found in corrected answers ($4) is found anew. */
const FORGET_FOUND = statement<object>(
  'forget-facts-before-correction',
  `update answer_correction
   set found = found - $3::text
   where account_id = $1 and project_id = $2 and answer_id = any ($4::uuid[]) and found ? $3::text`,
);

/** Told once a run, with the first of its numbers. */
const RECORD_JUDGED = statement<object>(
  'note-withheld-answers-judged',
  `insert into project_change (account_id, project_id, at, id, kind, text)
   select $1, $2, statement_timestamp(), gen_random_uuid(), 'answers_read_again',
     'Answers that had waited for the judge ' || left(a.judge, 200) || ' were read again with it: the numbers are new'
   from analysis a
   where a.account_id = $1 and a.id = $3`,
);

/**
 * Stores what the saved verdicts make of the answers that have any: in one transaction, while ingestion, corrections
 * and a switch wait.
 */
async function storeJudged(
  { db, scope, signal }: Run,
  analysis: Analysis,
  answers: readonly RetainedAnswer[],
  isFirst: boolean,
): Promise<Progress | NamesChanged> {
  const judged = await withVerdicts(db, { scope, analysis, answers });
  if (judged.length === 0) return NOTHING_READ;
  const key = [scope.accountId, scope.projectId, analysis.id];
  const days = judged.map(({ answer }) => answer.bucketDate);
  const ids = judged.map(({ answer }) => answer.id);
  return longTransaction(db, async (tx) => {
    await retryUntil(() => takeSelection(tx, scope), signal);
    const { analysis: present } = await findAnalysisStatus(tx, scope);
    if (present?.id !== analysis.id || present.judge !== analysis.judge) return NAMES_CHANGED;
    for (const remove of DELETE_FACTS) await tx.rows(remove, [...key, [...new Set(days)], ids]);
    const count: JudgedCount = await storeFacts(tx, scope, analysis, judged);
    await tx.rows(FORGET_FOUND, [...key, ids]);
    const corrected = await applyCorrections(tx, scope, analysis.id);
    await rollUp(tx, scope, analysis.id, [...days, ...corrected]);
    if (isFirst) await tx.rows(RECORD_JUDGED, key);
    return { answers: judged.length, judged: count };
  });
}

/** The answers about which a verdict is saved, as the rules read them. */
async function withVerdicts(
  db: DatabaseSession,
  { scope, analysis, answers }: { scope: Run['scope']; analysis: Analysis; answers: readonly RetainedAnswer[] },
): Promise<Facts> {
  const { read } = await readByRules(analysis, answers);
  const verdicts = await verdictsOn(db, scope, read);
  return read.filter(({ asked }) => asked.some(({ key }) => verdicts.has(key)));
}
