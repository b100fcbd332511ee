import { plural } from '../../format.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  thesePromptsMayAskTheSame: 'Prompts that may ask the same',
  countedTogether:
    'Prompts that ask the same in other words count together, as one question, in every interval and verdict: ' +
    'the second wording tells little that is new. No score changes by it. Intervals may get wider, those of earlier ' +
    'days too.',
  countTogether: 'Count together',
  differentQuestions: 'Different questions',
  bothLeadWordings: 'Both have wordings of their own. Count these by themselves first.',
  dismissedInThisBrowser: 'Pairs that you called different are hidden in this browser.',
  showThemAgain: 'Show them again',
  wordingsOfOneQuestion: 'Wordings of one question',
  theyAskTheSameAs: 'They ask the same as',
  nothingEachByItself: 'Nothing: each counts by itself',
  selectTwoOrMore: 'Select two prompts or more that ask the same in other words.',
  save: 'Save',
  itsWordings: 'Its wordings',
  otherWordings: 'Other wordings of the same question',
  theQuestionItWords: 'The question that it words',
  countByItself: 'Count it by itself',
} as const;

/** How many pairs there are to look at. */
export function pairsFinding(pairs: number): string {
  if (pairs === 0) return 'No prompts seem to ask the same.';
  return `${plural(pairs, 'pair')} of prompts may ask the same in other words.`;
}

/** What a prompt's wordings mean for its numbers. */
export function wordingsFinding({ isWording, others }: { isWording: boolean; others: number }): string {
  const own = `It is asked in ${plural(others + 1, 'wording')}, which count as one question.`;
  return isWording ? `It words another prompt’s question. ${own.replace('It is', 'That one is')}` : own;
}
