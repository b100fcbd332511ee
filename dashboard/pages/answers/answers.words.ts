import { TONES } from '../../answer-filters.ts';
import type { SentimentClass } from '../../api/gql.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  searchTheAnswers: 'Search the answers',
  searchTheAnswersThenPressEnter: 'Search the answers, then press Enter',
  nameInTheAnswer: 'Name in the answer',
  loadingOlderAnswers: 'Loading older answers…',
  brandNotNamed: 'Brand not named',
  allTheseAnswersAs: 'All these answers as',
  answersNewestFirst: 'Answers, newest first',
  somePlatformsAreSwitchedOff: 'Some platforms are switched off.',
  someAnswersAreOfOtherPrompts: 'Only some prompts are chosen.',
  clearAllFilters: 'Clear all filters',
  aSearchReadsEveryAnswer: 'A search reads every answer of the period, so longer periods are not searched.',
  searchTheLast30Days: 'Search the last 30 days',
  backToTheList: 'Back to the list',
  thisAnswerIsNotAvailable: 'This answer is not available.',
  itsTextIsNoLongerStored: 'Its text is no longer stored, or the link is incomplete.',
  allAnswersToThisPrompt: 'All answers to this prompt',
  aModelJudgedThatThisAnswerDoes: 'A model judged that this answer does not name the brand.',
  noNamesWereFoundInThisAnswer: 'No names were found in this answer.',
  namesInThisAnswer: 'Names in this answer',
  judgedByAModel: 'judged by a model',
  searchedTheWebFor: 'Searched the web for',
  byAPerson: 'by a person',
  correct: 'Correct',
  correctAgain: 'Correct again',
  undoCorrection: 'Undo correction',
} as const;

interface Correction {
  sentiment: SentimentClass | null;
  foundSentiment: SentimentClass | null;
  names: readonly { name: string; isNamed: boolean }[];
  correctedByName: string | null;
}

/** Who corrected an answer and when, and what had been found. @param when the day, in words. */
export function correctionSentence(of: Correction, when: string): string {
  const { sentiment, foundSentiment, names, correctedByName } = of;
  const by = correctedByName === null ? '' : ` by ${correctedByName}`;
  const tone =
    sentiment === null ? [] : [sentiment === foundSentiment ? 'tone confirmed' : `tone was ${nameOf(foundSentiment)}`];
  const named = names.map(({ name, isNamed }) => `${name} ${isNamed ? 'is' : 'is not'} named`);
  return `Corrected${by}, ${when}: ${[...tone, ...named].join(', ')}.`;
}

function nameOf(tone: SentimentClass | null): string {
  return TONES.find(({ id }) => id === tone)?.word ?? 'none, as no name was seen';
}
