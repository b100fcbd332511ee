import { createHash } from 'node:crypto';
import type { Span } from '../../analysis/analyser.js';
import { type AnswerReadings, BRAND } from '../reader/answer-reader.js';
import { type JudgeVerdict, QUESTIONS_MAX, type Question } from './judge.types.js';

/** Further spellings of one name are no help to a model. */
const WRITTEN_MAX = 10;
/** UTF-16 units of a registered web address; a host is shorter. */
const WEBSITE_MAX = 300;

/** A question about an answer, and the subject that it is about. */
export interface AskedQuestion {
  /** The key that its verdict is saved under, in hex: a hash of everything that the verdict depends on. */
  key: string;
  /** The place of the subject among those of the reading; {@link BRAND} is the first. */
  subject: number;
  question: Question;
}

/**
 * The questions that an answer's reading leaves to a judge, the brand's first: none where the rules are sure. They hold
 * the names as the answer writes them and no others, so that a new alias that is not found in the answer changes, and
 * costs, nothing.
 */
export function questionsAbout(
  judgeId: string,
  text: string,
  reading: Pick<AnswerReadings, 'brand' | 'unsettled'>,
): AskedQuestion[] {
  const { names, isToneUnsure } = reading.unsettled;
  const asked = names.map(({ subject, name, website, places }) => ({
    subject,
    question: {
      about: 'name' as const,
      registered: { name: name.toWellFormed(), website: website.slice(0, WEBSITE_MAX).toWellFormed() },
      written: writtenAt(text, places),
      places,
    },
  }));
  const open = names.find(({ subject }) => subject === BRAND)?.places ?? [];
  if (isToneUnsure || open.length > 0) {
    const question = { about: 'tone' as const, written: writtenAt(text, [...reading.brand.spans, ...open]) };
    return keyed(judgeId, text, [{ subject: BRAND, question }, ...asked]);
  }
  return keyed(judgeId, text, asked);
}

function keyed(judgeId: string, text: string, asked: readonly Omit<AskedQuestion, 'key'>[]): AskedQuestion[] {
  return asked.slice(0, QUESTIONS_MAX).map((each) => ({ ...each, key: questionKey(judgeId, text, each.question) }));
}

function writtenAt(text: string, places: readonly Span[]): string[] {
  const written = new Set(places.map(([start, end]) => text.slice(start, end).toWellFormed()));
  return [...written].sort().slice(0, WRITTEN_MAX);
}

/** The key that the verdict on a question is saved under, in hex. */
export function questionKey(judgeId: string, text: string, question: Question): string {
  return createHash('sha256')
    .update(JSON.stringify([judgeId, question, text]))
    .digest('hex');
}

/**
 * The questions that have no verdict yet. Which tone an answer has toward a brand that it does not name is no question.
 */
export function openQuestions(
  asked: readonly AskedQuestion[],
  verdicts: ReadonlyMap<string, JudgeVerdict>,
): AskedQuestion[] {
  const isRefuted = asked.some(({ subject, key }) => subject === BRAND && isNamedBy(verdicts.get(key)) === false);
  return asked.filter(({ key, question }) => !verdicts.has(key) && !(isRefuted && question.about === 'tone'));
}

/** What a verdict says of whether a subject is named; undefined where it says nothing of it. */
export function isNamedBy(verdict: JudgeVerdict | undefined): boolean | undefined {
  return verdict && 'isNamed' in verdict ? verdict.isNamed : undefined;
}
