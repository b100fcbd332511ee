import pLimit from 'p-limit';
import type { Timer } from '../../clock.js';
import { rollUp } from '../../core/facts/rollups.js';
import { returnCredits } from '../../core/schedule/credits.js';
import type { Database } from '../../database/database.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { isUnavailable } from '../../database/unavailable.js';
import type { IncomingAnswer } from '../facts/facts.js';
import { recordWithheld } from '../facts/selected-analysis.js';
import { ingest, judgeAhead, type StoredAnswer } from '../ingest/ingest.js';
import { type JudgedCount, type Judging, NONE_JUDGED, reportJudged } from '../judge/judging.js';
import type { AcceptedAnswer, Ending } from './attempt.js';
import { type ClaimedRun, type FencedRun, nameOf, type RunKeyRow, toQueuedRun } from './claim.js';
import { type EngineLog, type EngineMeter, reportSettled } from './engine-figures.js';

/** A run and its ending; an accepted run is a claimed one, whose text was asked. */
type EndedRun = { run: ClaimedRun; ending: Ending } | { run: FencedRun; ending: Exclude<Ending, { kind: 'accepted' }> };

interface FinisherOptions extends SettlerOptions {
  log: EngineLog;
  meter: EngineMeter;
  /** Changes how a run ends, for callers with other rules for when it is asked again. */
  revise?: (run: ClaimedRun, ending: Ending) => Ending;
}

/** Ends claimed runs: asks the judge, settles, reports. */
export class RunFinisher {
  private readonly settler: Settler;

  /** @param stopWaiting aborted once a database that is away is no longer waited for. */
  constructor(
    private readonly options: FinisherOptions,
    private readonly stopWaiting: AbortSignal,
  ) {
    this.settler = new Settler(options, stopWaiting);
  }

  /** If the database refuses an answer, its run fails. @param startedMs when it was claimed, by `elapsedMs`. */
  async finish(run: ClaimedRun, attempted: Ending, startedMs: number): Promise<void> {
    const { revise, clock, log } = this.options;
    const ending = revise ? revise(run, attempted) : attempted;
    const ended: EndedRun = { run, ending };
    const withheld = await this.judge(ended);
    const report = (settled: Ending) => reportSettled(this.options, run, settled, clock.elapsedMs() - startedMs);
    try {
      if (await this.settler.settle(ended, withheld)) report(ending);
    } catch (error) {
      if (ending.kind !== 'accepted' || this.stopWaiting.aborted) throw error;
      log.error({ project_id: run.projectId, platform: run.platform, err: error }, 'an answer could not be stored');
      const message = 'The answer could not be stored.';
      const failed: Ending = { kind: 'failed', isPaid: true, reason: 'unreadable', message, cost: ending.cost };
      if (await this.settler.settle({ run, ending: failed })) report(failed);
    }
  }

  /** Asks the judge before the transaction that needs its verdict; without one the rules decide. */
  private async judge({ run, ending }: EndedRun): Promise<number> {
    const { database, judging, log } = this.options;
    if (ending.kind !== 'accepted' || !('text' in run)) return 0;
    const { accountId, projectId } = run;
    const answers = [toIncoming(run, ending.answer)];
    return judgeAhead(database.openForJob(), { accountId, projectId }, judging, answers).catch((error: unknown) => {
      log.warn({ project_id: projectId, err: error }, 'asking the judge failed');
      return 0;
    });
  }
}

/** Projects settled at once: each transaction analyses its answers, and other work needs connections too. */
const SETTLED_AT_ONCE = 4;
/** Runs of one transaction: as many answers as `ingest` takes at a time. */
const SETTLED_TOGETHER_MAX = 200;
/** The pause before a database that is away is tried again. */
const RETRY_MS = 1_000;

interface Waiting {
  ended: EndedRun;
  /** Answers that the judge was not asked about, as its bound of the day is reached. */
  withheld: number;
  resolve: (isSettled: boolean) => void;
  reject: (error: unknown) => void;
}

interface SettlerOptions {
  database: Database;
  judging: Judging;
  /** The schedule's time. */
  now: () => Date;
  clock: Timer;
}

/**
 * Settles finished runs, those of a project in one transaction after the other. Runs that finish meanwhile are settled
 * together in the next one, at a tenth of the cost of one by one. No run waits for others to join it. What waits here
 * becomes one batch of its project; projects wait for a place in p-limit, in order.
 */
class Settler {
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly place = pLimit(SETTLED_AT_ONCE);

  constructor(
    private readonly options: SettlerOptions,
    /** Aborted once a database that is away is no longer waited for. */
    private readonly stopWaiting: AbortSignal,
  ) {}

  /**
   * Resolves once the run is committed; with false, having written nothing, if another worker had it by then. Waits for
   * a database that is away. @throws any other error of this run alone.
   */
  settle(ended: EndedRun, withheld = 0): Promise<boolean> {
    const { projectId } = ended.run;
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(projectId);
      const one = { ended, withheld, resolve, reject };
      if (queue) return void queue.push(one);
      this.waiting.set(projectId, [one]);
      void this.runQueue(projectId);
    });
  }

  /** Nothing is awaited between the last look at the queue and its end: a run added meanwhile would wait for ever. */
  private async runQueue(projectId: string): Promise<void> {
    while ((this.waiting.get(projectId)?.length ?? 0) > 0)
      await this.place(() => this.settleBatch(projectId, this.nextBatch(projectId)));
    this.waiting.delete(projectId);
  }

  /** The runs that wait by the time a place is free. */
  private nextBatch(projectId: string): Waiting[] {
    return this.waiting.get(projectId)?.splice(0, SETTLED_TOGETHER_MAX) ?? [];
  }

  private async settleBatch(projectId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const { runs, ingested } = await this.retryUntilAvailable(batch);
      for (const { ended, resolve } of batch) resolve(runs.has(nameOf(ended.run)));
      if (ingested) this.report(projectId, batch, ingested);
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error);
      // One of them is at fault: settled one by one, the others are not affected.
      for (const one of batch) await this.settleBatch(projectId, [one]);
    }
  }

  private async retryUntilAvailable(batch: readonly Waiting[]): Promise<Settled> {
    const { database, judging, now, clock } = this.options;
    const ended = batch.map((one) => one.ended);
    for (;;) {
      try {
        return await settle(database.openForJob(), ended, { now: now(), judging, withheld: withheldIn(batch) });
      } catch (error) {
        if (!isUnavailable(error) || this.stopWaiting.aborted) throw error;
        await clock.wait(RETRY_MS, this.stopWaiting).catch(() => {});
      }
    }
  }

  private report(projectId: string, batch: readonly Waiting[], ingested: NonNullable<Settled['ingested']>) {
    const judged = { ...ingested.judged, withheld: withheldIn(batch) };
    reportJudged(this.options.judging, projectId, ingested.judge, judged);
  }
}

function withheldIn(batch: readonly Waiting[]): number {
  return batch.reduce((sum, one) => sum + one.withheld, 0);
}

/** The runs that were settled; those that another worker had claimed by then are not among them. */
interface Settled {
  runs: ReadonlySet<string>;
  /** Null where no answer was ingested. */
  ingested: { analysisId: string; judge: string | null; judged: JudgedCount } | null;
}

/** The state of the runs before: claimed, or in the queue. */
export type LockedState = 'running' | 'queued';

const OF_RUN = `r.account_id = $1 and r.prompt_id = s.prompt_id and r.platform = s.platform
     and r.period_date = s.period_date and r.occasion = s.occasion`;
/** The fence: a process with an older claim finds nothing. */
const IS_HELD = 'r.state = $3 and r.claim_no = s.claim_no';

/**
 * Of some runs of an account ($2) those that are still in the state $3 under the same claim, locked until the
 * transaction ends.
 */
const LOCK_RUNS = statement<RunKeyRow>(
  'hold-runs-of-claims',
  `select r.account_id, r.prompt_id, r.platform, r.period_date::text, r.occasion
   from run r
   join json_to_recordset($2::json) as s (prompt_id uuid, platform text, period_date date, occasion smallint,
     claim_no integer) on ${OF_RUN}
   where ${IS_HELD}
   order by r.prompt_id, r.platform, r.period_date, r.occasion
   for update of r`,
);

/** Writes the endings of runs that the transaction has locked. */
const SETTLE_RUNS = statement<object>(
  'settle-runs',
  `update run r
   set state = s.state, reason = s.reason, message = s.message,
     attempts = r.attempts - s.unpaid_attempts,
     not_before = coalesce(s.again_at, r.not_before),
     queue_at = greatest(r.queue_at, coalesce(s.again_at, r.queue_at)),
     lease_until = null, worker = null,
     finished_at = s.finished_at,
     credit_month = case when s.is_credit_returned then null else r.credit_month end,
     answer_id = s.answer_id, bucket_date = s.bucket_date,
     model = coalesce(s.model, r.model), request_version = coalesce(s.request_version, r.request_version),
     searches = r.searches + s.searches, cost_microusd = r.cost_microusd + s.cost_microusd
   from json_to_recordset($2::json) as s (prompt_id uuid, platform text, period_date date, occasion smallint,
     claim_no integer, state text, reason text, message text, unpaid_attempts smallint, again_at timestamptz,
     finished_at timestamptz, is_credit_returned boolean, answer_id uuid, bucket_date date, model text,
     request_version smallint, searches integer, cost_microusd bigint)
   where ${OF_RUN} and ${IS_HELD}`,
);

interface SettleOptions {
  now: Date;
  judging: Judging;
  from?: LockedState;
  /** Of the answers, those that the judge was not asked about as its bound of the day is reached. */
  withheld?: number;
}

/**
 * Writes what came of runs of one project in one transaction: those whose claim still holds, with their answers, their
 * facts and the rollups of the day, and the credits of those that end without one. A process that dies in it leaves
 * nothing; done twice it changes nothing.
 */
export async function settle(
  db: DatabaseSession,
  ended: readonly EndedRun[],
  { now, judging, from = 'running', withheld = 0 }: SettleOptions,
): Promise<Settled> {
  const [first] = ended;
  if (!first) return { runs: new Set(), ingested: null };
  const { accountId, projectId } = first.run;
  return db.transaction(async (tx) => {
    tx.planOnce();
    const wanted = JSON.stringify(ended.map(({ run }) => keyRow(run)));
    const held = new Set((await tx.rows(LOCK_RUNS, [accountId, wanted, from])).map((row) => nameOf(toQueuedRun(row))));
    const own = ended.filter(({ run }) => held.has(nameOf(run)));
    if (own.length === 0) return { runs: held, ingested: null };
    const scope = { accountId, projectId };
    const { ingested, stored } = await ingestAnswers(tx, scope, own, judging);
    if (ingested) await recordWithheld(tx, scope, ingested.analysisId, { ...NONE_JUDGED, withheld });
    const written = own.map((one) => settledRow(one, stored.get(externalIdOf(one.run)), now));
    await tx.rows(SETTLE_RUNS, [accountId, JSON.stringify(written), from]);
    await returnCredits(tx, accountId, own.flatMap(returnedCredit));
    return { runs: held, ingested };
  });
}

/** Differs for any two runs, and stays the same if an answer ever arrives twice. */
function externalIdOf({ promptId, platform, periodDate, occasion }: FencedRun): string {
  return `run:${promptId}:${platform}:${periodDate}:${occasion}`;
}

/** The answer of a run, in the form for `ingest`. */
function toIncoming(run: ClaimedRun, answer: AcceptedAnswer): IncomingAnswer {
  const { promptId, platform, text: question, marketId } = run;
  return { externalId: externalIdOf(run), promptId, platform, question, marketId, ...answer };
}

async function ingestAnswers(
  tx: DatabaseSession,
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
