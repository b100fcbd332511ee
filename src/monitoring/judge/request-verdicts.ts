import type { ProjectScope } from '../../core/facts/project-scope.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { type Analysis, type DatedAnswer, judgeOfAnswer } from '../analysis/project-analyser.js';
import { grantCalls } from './day-budget.js';
import type { Bill, Judge, JudgeFault, JudgeVerdict, Judging, WaitingCount } from './judging.js';
import { type AskedQuestion, openQuestions, readByRules, verdictsOn } from './settle-answers.js';

/** The outcome of requesting verdicts; the verdicts themselves are saved. */
interface VerdictRequests {
  /** Whether the judge cannot be asked about any answer for now. */
  isOutOfReach: boolean;
  /** Of the answers, those that wait for the judge. */
  waiting: WaitingCount;
}

/**
 * Requests counted together against the bound of the day: twice as many as are under way at once. They hold the money
 * that they may cost at most.
 */
const ASKED_AT_ONCE = 16;

/** The open questions about a text, and how many answers they are asked for. */
interface Asked {
  text: string;
  asked: readonly AskedQuestion[];
  answers: number;
}

/**
 * Asks the judge of an analysis what the rules leave unsettled in the answers and no saved verdict settles: one request
 * an answer. Saves verdicts as they arrive, so that none is paid for twice. Does nothing if this process has no judge,
 * or another one than the analysis, and leaves out answers that a former judge decides in. Calls take minutes: never
 * call this within a transaction that writes. Failures are logged, and the rules decide. No further verdict is
 * requested once one cannot be saved or the day's bound is reached.
 * @throws the reason of `signal` once it is aborted.
 */
export async function requestVerdicts(
  db: DatabaseSession,
  scope: ProjectScope,
  judging: Judging,
  analysis: Analysis,
  answers: readonly DatedAnswer[],
  signal?: AbortSignal,
): Promise<VerdictRequests> {
  const waiting: WaitingCount = { withheld: 0, unreached: 0, untaken: 0 };
  const { judge } = judging;
  if (!isJudgeOf(judge, analysis)) return { isOutOfReach: false, waiting };
  const own = answers.filter((answer) => judgeOfAnswer(analysis, answer) === judge.id);
  let open = await listOpen(db, scope, analysis, own);
  while (open.length > 0) {
    signal?.throwIfAborted();
    const next = open.slice(0, ASKED_AT_ONCE);
    const granted = await askSome({ db, scope, judging, judge, signal }, next, waiting);
    open = open.slice(granted);
    if (granted === 0) break;
  }
  waiting.withheld = sum(open.map(({ answers: held }) => held));
  return { isOutOfReach: waiting.unreached > 0, waiting };
}

interface Asking {
  db: DatabaseSession;
  scope: ProjectScope;
  judging: Judging;
  judge: Judge;
  signal: AbortSignal | undefined;
}

/**
 * Sends as many of the requests as the bound of the day allows now, in their order, and adds the answers that wait for
 * the judge all the same. @returns how many were sent; 0 where the bound is reached.
 */
async function askSome(
  { db, scope, judging, judge, signal }: Asking,
  some: readonly Asked[],
  waiting: WaitingCount,
): Promise<number> {
  const sent = some.map(({ text, asked }) => ({ text, questions: asked.map(({ question }) => question) }));
  const prices = sent.map((each) => judge.priceOf(each));
  const most = prices.map(({ mostMicroUsd }) => mostMicroUsd);
  const grant = await grantCalls(db, scope, judging, most, signal);
  const broken = new AbortController();
  const until = signal ? AbortSignal.any([broken.signal, signal]) : broken.signal;
  const bills = await Promise.all(
    sent.slice(0, grant.calls).map(async (each, place): Promise<Bill> => {
      try {
        const { verdicts, problem, bill } = await judge.ask(each, until);
        await saveVerdicts(db, scope, judge.id, withKeys(some[place]?.asked ?? [], verdicts));
        if (problem && OUT_OF_REACH.has(problem.fault)) waiting.unreached += some[place]?.answers ?? 0;
        if (problem && NOT_TAKEN.has(problem.fault)) waiting.untaken += some[place]?.answers ?? 0;
        return bill;
      } catch (error) {
        broken.abort(error);
        return { calls: 1, microUsd: prices[place]?.expectedMicroUsd ?? 0 };
      }
    }),
  );
  await grant.settle({
    calls: sum(bills.map(({ calls }) => calls)),
    microUsd: sum(bills.map((bill) => bill.microUsd)),
  });
  if (broken.signal.aborted && !signal?.aborted) throw broken.signal.reason;
  signal?.throwIfAborted();
  return grant.calls;
}

function withKeys(asked: readonly AskedQuestion[], verdicts: readonly (JudgeVerdict | null)[]) {
  return asked.flatMap(({ key }, at) => {
    const verdict = verdicts[at];
    return verdict ? { key, verdict } : [];
  });
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Faults that do not depend on the answer: the judge is not asked for a while. */
const OUT_OF_REACH: ReadonlySet<JudgeFault> = new Set(['paused', 'denied']);
/** Faults that say nothing of the answer either: the platform takes no request for now, and charges none. */
const NOT_TAKEN: ReadonlySet<JudgeFault> = new Set(['unreachable', 'unavailable', 'rate_limited']);

/** Whether this judge decides what the rules leave unsettled under the analysis. */
export function isJudgeOf(judge: Judge | null, analysis: Analysis): judge is Judge {
  return judge !== null && judge.id === analysis.judge;
}

/** What is open in some answers: answers of one text with the same questions are asked about once. */
async function listOpen(
  db: DatabaseSession,
  scope: ProjectScope,
  analysis: Analysis,
  answers: readonly DatedAnswer[],
): Promise<Asked[]> {
  const { read } = await readByRules(analysis, answers);
  const saved = await verdictsOn(db, scope, read);
  const open = new Map<string, Asked>();
  for (const { answer, asked } of read) {
    const left = openQuestions(asked, saved);
    if (left.length === 0) continue;
    const together = left.map(({ key }) => key).join(' ');
    open.set(together, { text: answer.text, asked: left, answers: (open.get(together)?.answers ?? 0) + 1 });
  }
  return [...open.values()];
}

/** Verdicts of a judge ($3) in one order, against deadlocks; the first verdict under a key stays. */
const SAVE_VERDICTS = statement<object>(
  'store-verdicts',
  `insert into sentiment_verdict (account_id, project_id, key, judge, is_named, sentiment, evidence_start, evidence_end)
   select $1, $2, decode(v.key, 'hex'), $3, v.is_named, v.sentiment, v.evidence_start, v.evidence_end
   from json_to_recordset($4::json) as v (key text, is_named boolean, sentiment text, evidence_start integer,
     evidence_end integer)
   order by v.key
   on conflict (account_id, project_id, key) do nothing`,
);

/**
 * Saves the verdicts of one reply: what they say and the place of the evidence, none of the answer's words. Faults are
 * never saved, so that they are asked for again.
 */
async function saveVerdicts(
  db: DatabaseSession,
  { accountId, projectId }: ProjectScope,
  judgeId: string,
  verdicts: readonly { key: string; verdict: JudgeVerdict }[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const saved = verdicts.map(({ key, verdict: { start, end, ...said } }) => ({
    key,
    is_named: 'isNamed' in said ? said.isNamed : null,
    sentiment: 'sentiment' in said ? said.sentiment : null,
    evidence_start: start,
    evidence_end: end,
  }));
  await db.rows(SAVE_VERDICTS, [accountId, projectId, judgeId, JSON.stringify(saved)]);
}
