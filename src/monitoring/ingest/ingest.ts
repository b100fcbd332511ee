import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { promptTextHash } from '../../core/prompts/prompt-text.js';
import { queueDiscovery } from '../../core/tasks/project-tasks.js';
import { toDay } from '../../core/timestamp.js';
import { rows } from '../../database/rows.js';
import { FIND_STORED_ANSWERS, SAVE_RECEIPTS, STORE_ANSWERS } from '../facts/answer.statements.js';
import type { IncomingAnswer } from '../facts/answer.types.js';
import { type Facts, noFacts, readFacts, storeFacts } from '../facts/facts.js';
import { ANSWER_TABLES, ensurePartitions } from '../history/partitions.js';
import { type Judging, WITHOUT_JUDGE } from '../judging/judge.types.js';
import { type JudgedCount, NONE_JUDGED, sumOf } from '../judging/judged-count.js';
import type { ProjectScope } from '../scope.js';
import { holdCurrentAnalysis } from '../selection/selected-analysis.js';

/** What became of answers: those stored, those known before, and what is to be rolled up. */
export interface Taken {
  accepted: number;
  duplicates: number;
  analysisId: string;
  /** Who judges their sentiment (`Judge.id`), null where the rules do, and what became of it. */
  judge: string | null;
  judged: JudgedCount;
  /** The days that gained an answer, `YYYY-MM-DD`, ascending. */
  days: string[];
}

/** Where the answer of an external id is stored: by this intake, or by one before it. */
export interface StoredAnswer {
  externalId: string;
  answerId: string;
  /** The day it is filed under, `YYYY-MM-DD`. */
  bucketDate: string;
  isDuplicate: boolean;
}

/**
 * The one way in for answers, live or imported: stores each once, by its external id, ties it to its prompt, or else to
 * the unarchived one of the same text, and stores its facts under the selected analysis, which stays selected until the
 * transaction ends. Where a model judges sentiment, `judgeAhead` has asked it before the transaction. The caller owes a
 * rollUp of `days` before it commits. A few statements, whatever the number of answers; some hundreds at a time.
 * @returns also where each answer is stored, in the order given.
 */
export async function ingest(
  tx: EntityManager,
  scope: ProjectScope,
  answers: readonly IncomingAnswer[],
  judging: Judging = WITHOUT_JUDGE,
): Promise<Taken & { answers: StoredAnswer[] }> {
  const admitted: FreshAnswer[] = [];
  const taken = await takeIn(tx, scope, [answers], judging, (fresh) => admitted.push(...fresh));
  return { ...taken, answers: await whereStored(tx, scope, answers, admitted) };
}

/**
 * As {@link ingest}, batch by batch: while the database stores one, the next is read and analysed. Memory does not grow
 * with their number, so nothing is told of single answers.
 */
export async function ingestBatches(
  tx: EntityManager,
  scope: ProjectScope,
  batches: AsyncIterable<readonly IncomingAnswer[]> | Iterable<readonly IncomingAnswer[]>,
  judging: Judging = WITHOUT_JUDGE,
): Promise<Taken> {
  return takeIn(tx, scope, batches, judging, () => {});
}

async function takeIn(
  tx: EntityManager,
  scope: ProjectScope,
  batches: AsyncIterable<readonly IncomingAnswer[]> | Iterable<readonly IncomingAnswer[]>,
  judging: Judging,
  onAdmitted: (answers: readonly FreshAnswer[]) => void,
): Promise<Taken> {
  const analysis = await holdCurrentAnalysis(tx, scope, judging);
  const taken = { accepted: 0, duplicates: 0, judged: NONE_JUDGED, days: new Set<string>() };
  let analysed: AnalysedBatch = { answers: [], facts: noFacts() };
  for await (const batch of batches) {
    const answers = await admit(tx, scope, batch);
    onAdmitted(answers);
    taken.accepted += answers.length;
    taken.duplicates += batch.length - answers.length;
    for (const { bucketDate } of answers) taken.days.add(bucketDate);
    const [facts, judged] = await both(readFacts(scope, analysis, answers), store(tx, scope, analysis.id, analysed));
    taken.judged = sumOf(taken.judged, judged);
    analysed = { answers, facts };
  }
  const judged = sumOf(taken.judged, await store(tx, scope, analysis.id, analysed));
  // Last, as the task's row is held until the transaction ends.
  if (taken.accepted > 0) await queueDiscovery(tx, scope);
  return { ...taken, analysisId: analysis.id, judge: analysis.judge, judged, days: [...taken.days].sort() };
}

type FreshAnswer = IncomingAnswer & { id: string; bucketDate: string };

interface AnalysedBatch {
  answers: readonly FreshAnswer[];
  facts: Facts;
}

/** Waits for both even where one fails: a statement sent after the transaction is given up would be one of its own. */
async function both<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<[First, Second]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/**
 * Keeps a receipt for each answer, and gives those that had none. Of several with one external id the first counts.
 * Receipts are written in one order everywhere, against deadlocks.
 */
async function admit(
  tx: EntityManager,
  scope: ProjectScope,
  answers: readonly IncomingAnswer[],
): Promise<FreshAnswer[]> {
  const numbered = answers.map((answer) => ({ ...answer, id: randomUUID(), bucketDate: toDay(answer.answeredAt) }));
  const receipts = numbered
    .map(({ externalId, id }) => ({ external_id: externalId, id }))
    .sort((left, right) => (left.external_id < right.external_id ? -1 : Number(left.external_id > right.external_id)));
  const kept = await rows(tx, SAVE_RECEIPTS, [scope.accountId, scope.projectId, JSON.stringify(receipts)]);
  const keptIds = new Set(kept.map(({ answer_id }) => answer_id));
  return numbered.filter(({ id }) => keptIds.has(id));
}

/** Answers that were stored before are looked for once, and only where there are any. */
async function whereStored(
  tx: EntityManager,
  scope: ProjectScope,
  answers: readonly IncomingAnswer[],
  admitted: readonly FreshAnswer[],
): Promise<StoredAnswer[]> {
  const places = new Map(admitted.map(({ externalId, id, bucketDate }) => [externalId, { answerId: id, bucketDate }]));
  const earlier = answers.map(({ externalId }) => externalId).filter((externalId) => !places.has(externalId));
  const found =
    earlier.length > 0 ? await rows(tx, FIND_STORED_ANSWERS, [scope.accountId, scope.projectId, earlier]) : [];
  for (const { external_id, answer_id, bucket_date } of found) {
    places.set(external_id, { answerId: answer_id, bucketDate: bucket_date });
  }
  const fresh = new Set(admitted.map(({ externalId }) => externalId));
  return answers.map(({ externalId }) => {
    const place = places.get(externalId);
    if (!place) throw new Error(`an answer has a receipt and is not stored: ${externalId}`);
    return { externalId, ...place, isDuplicate: !fresh.delete(externalId) };
  });
}

async function store(tx: EntityManager, scope: ProjectScope, analysisId: string, { answers, facts }: AnalysedBatch) {
  if (answers.length === 0) return NONE_JUDGED;
  await ensurePartitions(
    tx,
    answers.map(({ bucketDate }) => bucketDate),
    ANSWER_TABLES,
  );
  await rows(tx, STORE_ANSWERS, [scope.accountId, scope.projectId, JSON.stringify(answers.map(toAnswerRow))]);
  return storeFacts(tx, scope, analysisId, facts);
}

function toAnswerRow(answer: FreshAnswer) {
  return {
    bucket_date: answer.bucketDate,
    id: answer.id,
    prompt_id: answer.promptId ?? null,
    platform: answer.platform,
    model: answer.model,
    question: answer.question,
    question_hash: promptTextHash(answer.question).toString('hex'),
    text: answer.text,
    citations: answer.citations,
    is_truncated: answer.isTruncated,
    answered_at: answer.answeredAt,
  };
}
