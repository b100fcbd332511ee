import { longDay, percent, plural } from '../format.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  howAiAnswersName: 'How AI answers name',
  logo: 'Logo',
  passwordTitle: 'This page asks for a password',
  askForThePassword: 'Whoever sent you the link knows it.',
  wrongPassword: 'That is not the password of this link.',
  openThePage: 'Open the page',
  goneTitle: 'This link is not valid',
  goneText: 'It may have been revoked, or its time is over. Ask whoever sent it for a new one.',
  failedTitle: 'The page could not be loaded',
  tryAgain: 'Try again',
  isNamedIn: 'is named in',
  overallVisibility: 'Visibility over all',
  forQuestionsLikeThese: 'For questions like these the share lies between',
  withConfidence: ', with 95% confidence.',
  visibilityOverTime: 'Visibility over time',
  platformsNote: 'Each bar is the 95% interval.',
  shareByPlatform: 'Share of answers by platform',
  tonesOfAnswers: 'Tone of answers',
  tonesNote:
    'Low and high are the ends of the 95% interval. Change: whether the share moved since the period before by more ' +
    'than chance would explain.',
  brandAndCompetitors: 'The brand and its competitors',
  competitorsNote:
    'Visibility: share of answers that name each. Voice: share of all mentions of these names. First: share of ' +
    'answers that name it before the others.',
  visibilityByPrompt: 'Visibility by prompt',
  promptsNote: 'Percent of answers that name the brand, by platform; – where there are no answers.',
  otherQuestions: 'Questions that no prompt has',
  citedDomains: 'Cited domains',
  citationsNote: 'Of the answers that cite a domain, how many name the brand, and how many a competitor.',
  noReportsYet: 'No reports yet.',
  reportsNote: 'As they were made: later numbers of the same days may differ.',
  retainedAnswers: 'Answers of the platforms',
  answersNote: 'The newest first, as the platforms gave them.',
  noAnswersInThisPeriod: 'No answers in this period.',
  whatIsMeasured: 'What is measured',
  method:
    'The same prompts are asked of each platform again and again. A score is the percent of answers that name the ' +
    'brand. Answers to one prompt are alike, so its interval is wider than that of as many independent answers.',
} as const;

/** @param at when the last answer came; null before the first. */
export function dataUntil(at: string | null): string {
  return at === null ? 'No answers yet.' : `Data until ${longDay(at)}.`;
}

export const WINDOWS = [
  { id: 'D7', name: '7 days' },
  { id: 'D30', name: '30 days' },
  { id: 'D90', name: '90 days' },
] as const;

interface Answered {
  responseCount: number;
  brandMentionCount: number;
}

/** `48% of 1,834 answers` */
export function scoreWords(score: number, rows: readonly Answered[]): string {
  const answers = rows.reduce((sum, { responseCount }) => sum + responseCount, 0);
  return answers === 0 ? '– no answers' : `${percent(score)} of ${plural(answers, 'answer')}`;
}

export function promptsFinding(cells: readonly Answered[], prompts: number): string {
  const silent = cells.filter(({ responseCount, brandMentionCount }) => responseCount > 0 && brandMentionCount === 0);
  if (cells.length === 0) return WORDS.noAnswersInThisPeriod;
  return `${plural(prompts, 'prompt')}; in ${plural(silent.length, 'place')} no answer names the brand.`;
}

export function readMore(what: 'domains' | 'answers' | 'reports'): string {
  return `Show more ${what}`;
}
