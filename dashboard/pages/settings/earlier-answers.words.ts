import { count, instant, plural } from '../../format.ts';
import type { JudgeHistory } from './earlier-answers.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  onlyOwners: 'Only owners of the account can have earlier answers judged.',
  judgeEarlierAnswers: 'Judge earlier answers',
  judgeEarlierAnswersToo: 'Judge earlier answers too?',
  beingRead: 'Earlier answers are being judged too. The numbers change once all are read.',
  whatHappens:
    'All answers are read again in the background. Once that is done, the numbers of the past change at once, and a ' +
    'mark in the trends says so. It cannot be undone here.',
  anEstimate:
    'The price is an estimate by list prices, without answers in which only a name is in doubt. What the model may ' +
    'be asked in a day is bounded: a long history is judged part by part on several days, and the numbers change ' +
    'with each.',
} as const;

/** Who judges which answers. */
export function judgedSince({ judge, judgedFrom }: Pick<JudgeHistory, 'judge' | 'judgedFrom'>): string {
  return `A model (${judge}) judges answers since ${instant(judgedFrom)}. Earlier ones are as they were read then.`;
}

const NONE_SURE = 'No earlier answer surely names the brand. The model would be asked only where a name is in doubt.';

/** What judging the earlier ones takes. */
export function historyPrice({
  answers,
  questions,
  costUsd,
}: Omit<JudgeHistory, 'judge' | 'judgedFrom' | 'isApplied'>) {
  if (answers === 0) return NONE_SURE;
  const named = `${plural(answers, 'earlier answer names', 'earlier answers name')} the brand.`;
  const asked = `The model would be asked about ${count(questions)} of them or so`;
  return `${named} ${asked}, which costs the service about $${costUsd.toFixed(2)}.`;
}
