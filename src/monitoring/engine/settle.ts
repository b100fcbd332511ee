import type { EntityManager } from '@mikro-orm/postgresql';
import { returnCredits } from '../../core/credits/month.js';
import { planOnce, rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import type { IncomingAnswer } from '../facts/answer.types.js';
import { rollUp } from '../facts/roll-up.js';
import { ingest, type StoredAnswer } from '../ingest/ingest.js';
import type { Judging } from '../judge/judge.types.js';
import type { JudgedCount } from '../judge/judged-count.js';
import { toQueuedRun } from './queue.js';
import type { AcceptedAnswer, ClaimedRun, Ending, FencedRun } from './run.types.js';
import { nameOf } from './run.types.js';
import { HOLD_RUNS, SETTLE_RUNS } from './settle.statements.js';

/** A run and its ending; an accepted run is a claimed one, whose text was asked. */
export type EndedRun =
  | { run: ClaimedRun; ending: Ending }
  | { run: FencedRun; ending: Exclude<Ending, { kind: 'accepted' }> };

/** The runs that were settled; those that another worker had claimed by then are not among them. */
export interface Settled {
  runs: ReadonlySet<string>;
  /** Null where no answer was ingested. */
  ingested: { analysisId: string; judge: string | null; judged: JudgedCount } | null;
}

/** The state of the runs before: claimed, or in the queue. */
export type HeldState = 'running' | 'queued';

/**
 * Writes what came of runs of one project in one transaction: those whose claim still holds, with their answers, their
 * facts and the rollups of the day, and the credits of those that end without one. A process that dies in it leaves
 * nothing; done twice it changes nothing.
 */
export async function settle(
  em: EntityManager,
  ended: readonly EndedRun[],
  { now, judging, from = 'running' }: { now: Date; judging: Judging; from?: HeldState },
): Promise<Settled> {
  const [first] = ended;
  if (!first) return { runs: new Set(), ingested: null };
  const { accountId, projectId } = first.run;
  return transaction(em, async (tx) => {
    planOnce(tx);
    const wanted = JSON.stringify(ended.map(({ run }) => keyRow(run)));
    const held = new Set((await rows(tx, HOLD_RUNS, [accountId, wanted, from])).map((row) => nameOf(toQueuedRun(row))));
    const own = ended.filter(({ run }) => held.has(nameOf(run)));
    if (own.length === 0) return { runs: held, ingested: null };
    const { ingested, stored } = await ingestAnswers(tx, { accountId, projectId }, own, judging);
    const written = own.map((one) => settledRow(one, stored.get(externalIdOf(one.run)), now));
    await rows(tx, SETTLE_RUNS, [accountId, JSON.stringify(written), from]);
    await returnCredits(tx, accountId, own.flatMap(returnedCredit));
    return { runs: held, ingested };
  });
}

/** Differs for any two runs, and stays the same if an answer ever arrives twice. */
export function externalIdOf({ promptId, platform, periodDate, occasion }: FencedRun): string {
  return `run:${promptId}:${platform}:${periodDate}:${occasion}`;
}

/** The answer of a run, in the form for `ingest`. */
export function toIncoming(run: ClaimedRun, { requestVersion: _, ...answer }: AcceptedAnswer): IncomingAnswer {
  const { promptId, platform, text: question } = run;
  return { externalId: externalIdOf(run), promptId, platform, question, ...answer };
}

async function ingestAnswers(
  tx: EntityManager,
  scope: { accountId: string; projectId: string },
  ended: readonly EndedRun[],
  judging: Judging,
) {
  const answers = ended.flatMap(answerOf);
  if (answers.length === 0) return { ingested: null, stored: new Map<string, StoredAnswer>() };
  const { analysisId, judge, judged, days, answers: at } = await ingest(tx, scope, answers, judging);
  await rollUp(tx, scope, analysisId, days);
  return { ingested: { analysisId, judge, judged }, stored: new Map(at.map((one) => [one.externalId, one])) };
}

function answerOf({ run, ending }: EndedRun): IncomingAnswer[] {
  return ending.kind === 'accepted' && 'text' in run ? [toIncoming(run, ending.answer)] : [];
}

function returnedCredit({ run, ending }: EndedRun) {
  const { creditMonth: month } = run;
  return endsWithoutAnswer(ending) && month !== null
    ? [{ month, credits: 1, attempts: paidAttempts(run, ending) }]
    : [];
}

function endsWithoutAnswer({ kind }: Ending): boolean {
  return kind === 'failed' || kind === 'skipped';
}

/** Attempts up to now that may have been paid for. */
function paidAttempts({ attempts }: FencedRun, ending: Ending): number {
  return isUnpaid(ending) ? attempts - 1 : attempts;
}

/** Claimed and never asked, or asked and surely not paid for. */
function isUnpaid(ending: Ending): boolean {
  return ending.kind === 'skipped' || ('isPaid' in ending && !ending.isPaid);
}

function keyRow({ promptId, platform, periodDate, occasion, claimNo }: FencedRun) {
  return { prompt_id: promptId, platform, period_date: periodDate, occasion, claim_no: claimNo };
}

function settledRow({ run, ending }: EndedRun, stored: StoredAnswer | undefined, now: Date) {
  const isAgain = ending.kind === 'again';
  return {
    ...keyRow(run),
    state: isAgain ? 'queued' : ending.kind,
    reason: 'reason' in ending ? ending.reason : null,
    message: 'message' in ending ? ending.message : null,
    unpaid_attempts: run.attempts - paidAttempts(run, ending),
    again_at: isAgain ? ending.at : null,
    finished_at: isAgain ? null : now,
    is_credit_returned: endsWithoutAnswer(ending),
    ...(ending.kind === 'accepted' && answerColumns(ending.answer, stored)),
    searches: ending.cost.searches - run.reserved.searches,
    cost_microusd: ending.cost.costMicroUsd - run.reserved.costMicroUsd,
  };
}

/** A column that a row lacks is null. */
function answerColumns({ model, requestVersion }: AcceptedAnswer, stored: StoredAnswer | undefined) {
  return { answer_id: stored?.answerId, bucket_date: stored?.bucketDate, model, request_version: requestVersion };
}
