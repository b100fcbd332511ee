import { percent, plural } from '../../format.ts';
import type { Agreement } from './agreement.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  agreementOfTones: 'Agreement of tones',
  howTonesAgree: 'How often rules, model and people give the same tone.',
  peopleLookAtWhatSeemsWrong:
    'Of answers that people corrected or confirmed, so lower than of all answers. Shown from 30 answers on.',
  noCorrectionsYet: 'No tone was corrected yet. Answers are corrected where they are read.',
  labelledLines: 'Corrections as labelled lines (JSON Lines)',
} as const;

/** The share with its interval, or how many answers are missing. */
export function agreementSentence({ answers, agreed, percent: share, confidence }: Agreement): string {
  if (answers === 0) return '–';
  if (share === null || !confidence) return `${agreed} of ${plural(answers, 'answer')}: too few for a share`;
  const { low, high } = confidence;
  return `${percent(share)} of ${plural(answers, 'answer')}, for all such answers ${percent(low)} to ${percent(high)}`;
}
