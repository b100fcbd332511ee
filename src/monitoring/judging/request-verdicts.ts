import type { EntityManager } from '@mikro-orm/postgresql';
import type { Analysis } from '../reader/analysis.types.js';
import { type DatedAnswer, readAnswers } from '../reader/answer-reader.js';
import type { ProjectScope } from '../scope.js';
import { grantCalls } from './daily-bound.js';
import type { Bill, Judge, JudgeFault, JudgeQuestion, Judging } from './judge.types.js';
import { findVerdicts, saveVerdict } from './saved-verdicts.js';
import { questionOf, verdictKey } from './verdict-key.js';

/** What became of seeking verdicts. */
export interface Sought {
  /** Asking had to be given up for now, whatever the answers. */
  isOutOfReach: boolean;
  /** Answers that nobody was asked about, as the judge's bound of the day is reached. */
  withheld: number;
}

/**
 * Questions that are counted against the bound of the day together: so many calls a process may overrun the money by.
 */
const ASKED_AT_ONCE = 50;

/** A question, and how many answers it is asked for. */
interface Asked {
  key: string;
  question: JudgeQuestion;
  answers: number;
}

/**
 * Asks the judge of an analysis about the brand in those of the answers that name it and have no verdict yet, and keeps
 * each verdict as it comes, so that none is paid for twice. Nothing where this process has no judge, or another one
 * than the analysis. Calls take minutes: never within a transaction that writes. What fails is told in the log; the
 * reading falls back to the rules. Where a verdict cannot be kept, or the day's bound is reached, no further one is
 * asked for.
 * @throws the reason of `signal` once it asks to stop.
 */
export async function requestVerdicts(
  em: EntityManager,
  scope: ProjectScope,
  judging: Judging,
  analysis: Analysis,
  answers: readonly DatedAnswer[],
  signal?: AbortSignal,
): Promise<Sought> {
  const sought: Sought = { isOutOfReach: false, withheld: 0 };
  const { judge } = judging;
  if (!isJudgeOf(judge, analysis)) return sought;
  const questions = await questionsOf(judge, analysis, answers);
  const kept = await findVerdicts(em, scope, [...questions.keys()]);
  let open = [...questions.values()].filter(({ key }) => !kept.has(key));
  while (open.length > 0) {
    signal?.throwIfAborted();
    const next = open.slice(0, ASKED_AT_ONCE);
    const granted = await askSome({ em, scope, judging, judge, signal }, next, sought);
    open = open.slice(granted);
    if (granted < next.length) break;
  }
  return { ...sought, withheld: open.reduce((sum, { answers: held }) => sum + held, 0) };
}

interface Asking {
  em: EntityManager;
  scope: ProjectScope;
  judging: Judging;
  judge: Judge;
  signal: AbortSignal | undefined;
}

/** Asks as many of the questions as the bound of the day leaves, in their order. @returns how many. */
async function askSome(
  { em, scope, judging, judge, signal }: Asking,
  asked: readonly Asked[],
  sought: Sought,
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
        else if (OUT_OF_REACH.has(outcome.fault)) sought.isOutOfReach = true;
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

/** What says nothing of one answer: nobody is asked for a while. */
const OUT_OF_REACH: ReadonlySet<JudgeFault> = new Set(['paused', 'denied']);

/** Whether this judge gives the verdicts that the analysis is made of. */
export function isJudgeOf(judge: Judge | null, analysis: Analysis): judge is Judge {
  return judge !== null && judge.id === analysis.judge;
}

/** By key: answers of one text are one question. */
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
