import type { EntityManager } from '@mikro-orm/postgresql';
import type { Analysis } from '../analyses/analysis.types.js';
import { type DatedAnswer, readAnswers } from '../analyses/answer-reader.js';
import type { ProjectScope } from '../scope.js';
import type { Judge, JudgeFault, Judging, Question } from './judge.types.js';
import { findVerdicts, keepVerdict } from './kept-verdicts.js';
import { questionOf, verdictKey } from './verdict-key.js';

/**
 * Asks the judge of an analysis about the brand in those of the answers that name it and have no verdict yet, and keeps
 * each verdict as it comes, so that none is paid for twice. Nothing where this process has no judge, or another one than
 * the analysis. Calls take minutes: never within a transaction that writes. What fails is told in the log; the reading
 * falls back to the rules. Where a verdict cannot be kept no further one is asked for.
 * @returns whether asking had to be given up for now, whatever the answers.
 * @throws the reason of `signal` once it asks to stop.
 */
export async function seekVerdicts(
  em: EntityManager,
  scope: ProjectScope,
  { judge }: Judging,
  analysis: Analysis,
  answers: readonly DatedAnswer[],
  signal?: AbortSignal,
): Promise<{ isOutOfReach: boolean }> {
  if (!isJudgeOf(judge, analysis)) return { isOutOfReach: false };
  const questions = await questionsOf(judge, analysis, answers);
  const kept = await findVerdicts(em, scope, [...questions.keys()]);
  const asked = [...questions].filter(([key]) => !kept.has(key));
  let isOutOfReach = false;
  const broken = new AbortController();
  const until = signal ? AbortSignal.any([broken.signal, signal]) : broken.signal;
  await Promise.allSettled(
    asked.map(async ([key, question]) => {
      try {
        const outcome = await judge.ask(question, until);
        if ('verdict' in outcome) await keepVerdict(em, scope, judge.id, key, outcome.verdict);
        else if (OUT_OF_REACH.has(outcome.fault)) isOutOfReach = true;
      } catch (error) {
        broken.abort(error);
      }
    }),
  );
  signal?.throwIfAborted();
  broken.signal.throwIfAborted();
  return { isOutOfReach };
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
): Promise<ReadonlyMap<string, Question>> {
  const questions = new Map<string, Question>();
  for (const [place, { brand }] of (await readAnswers(analysis, answers)).entries()) {
    const text = answers[place]?.text;
    if (text === undefined || brand.mentionCount === 0) continue;
    const question = questionOf(analysis.subjects.brand.name, text, brand.spans);
    questions.set(verdictKey(judge.id, question), question);
  }
  return questions;
}
