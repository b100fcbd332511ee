import type { EntityManager } from '@mikro-orm/postgresql';
import type { Analysis } from '../reader/analysis.types.js';
import { type DatedAnswer, readAnswers } from '../reader/answer-reader.js';
import type { ProjectScope } from '../scope.js';
import { grantCalls } from './daily-bound.js';
import type { Bill, Judge, JudgeFault, JudgeQuestion, Judging } from './judge.types.js';
import { findVerdicts, saveVerdict } from './saved-verdicts.js';
import { questionOf, verdictKey } from './verdict-key.js';

/** The outcome of requesting verdicts; the verdicts themselves are saved. */
export interface VerdictRequests {
  /** Whether the judge cannot be asked about any answer for now. */
  isOutOfReach: boolean;
  /** Answers that the judge was not asked about, as its bound of the day is reached. */
  withheld: number;
}

/** Questions counted together against the bound of the day: a process may exceed the budget by so many calls. */
const ASKED_AT_ONCE = 50;

/** A question, and how many answers it is asked for. */
interface Asked {
  key: string;
  question: JudgeQuestion;
  answers: number;
}

/**
 * Asks the judge of an analysis about those of the answers that name the brand and have no verdict yet. Saves each
 * verdict as it arrives, so that none is paid for twice. Does nothing if this process has no judge, or another one than
 * the analysis. Calls take minutes: never call this within a transaction that writes. Failures are logged, and the
 * answer keeps the rules' sentiment. No further verdict is requested once one cannot be saved or the day's bound is
 * reached.
 * @throws the reason of `signal` once it is aborted.
 */
export async function requestVerdicts(
  em: EntityManager,
  scope: ProjectScope,
  judging: Judging,
  analysis: Analysis,
  answers: readonly DatedAnswer[],
  signal?: AbortSignal,
): Promise<VerdictRequests> {
  const requests: VerdictRequests = { isOutOfReach: false, withheld: 0 };
  const { judge } = judging;
  if (!isJudgeOf(judge, analysis)) return requests;
  const questions = await questionsOf(judge, analysis, answers);
  const saved = await findVerdicts(em, scope, [...questions.keys()]);
  let open = [...questions.values()].filter(({ key }) => !saved.has(key));
  while (open.length > 0) {
    signal?.throwIfAborted();
    const next = open.slice(0, ASKED_AT_ONCE);
    const granted = await askSome({ em, scope, judging, judge, signal }, next, requests);
    open = open.slice(granted);
    if (granted < next.length) break;
  }
  return { ...requests, withheld: open.reduce((sum, { answers: held }) => sum + held, 0) };
}

interface Asking {
  em: EntityManager;
  scope: ProjectScope;
  judging: Judging;
  judge: Judge;
  signal: AbortSignal | undefined;
}

/** Asks as many of the questions as the bound of the day allows, in their order. @returns how many. */
async function askSome(
  { em, scope, judging, judge, signal }: Asking,
  asked: readonly Asked[],
  requests: VerdictRequests,
): Promise<number> {
  const expected = asked.map(({ question }) => judge.expectedMicroUsd(question));
  const grant = await grantCalls(em, scope, judging, { calls: asked.length, microUsd: sum(expected) });
  const broken = new AbortController();
  const until = signal ? AbortSignal.any([broken.signal, signal]) : broken.signal;
  const bills = await Promise.all(
    asked.slice(0, grant.calls).map(async ({ key, question }, place): Promise<Bill> => {
      try {
        const outcome = await judge.ask(question, until);
        if ('verdict' in outcome) await saveVerdict(em, scope, judge.id, key, outcome.verdict);
        else if (OUT_OF_REACH.has(outcome.fault)) requests.isOutOfReach = true;
        return outcome.bill;
      } catch (error) {
        broken.abort(error);
        return { calls: 1, microUsd: expected[place] ?? 0 };
      }
    }),
  );
  if (broken.signal.aborted && !signal?.aborted) throw broken.signal.reason;
  await grant.settle({
    calls: sum(bills.map(({ calls }) => calls)),
    microUsd: sum(bills.map((bill) => bill.microUsd)),
  });
  signal?.throwIfAborted();
  return grant.calls;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Faults that do not depend on the answer: the judge is not asked for a while. */
const OUT_OF_REACH: ReadonlySet<JudgeFault> = new Set(['paused', 'denied']);

/** Whether this judge decides the sentiments of the analysis. */
export function isJudgeOf(judge: Judge | null, analysis: Analysis): judge is Judge {
  return judge !== null && judge.id === analysis.judge;
}

/** The questions about some answers, by key: answers of one text are one question. */
async function questionsOf(
  judge: Judge,
  analysis: Analysis,
  answers: readonly DatedAnswer[],
): Promise<ReadonlyMap<string, Asked>> {
  const questions = new Map<string, Asked>();
  for (const [place, { brand }] of (await readAnswers(analysis, answers)).entries()) {
    const text = answers[place]?.text;
    if (text === undefined || brand.mentionCount === 0) continue;
    const question = questionOf(text, brand.spans);
    const key = verdictKey(judge.id, question);
    questions.set(key, { key, question, answers: (questions.get(key)?.answers ?? 0) + 1 });
  }
  return questions;
}
