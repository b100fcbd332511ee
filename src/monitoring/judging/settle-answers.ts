import type { EntityManager } from '@mikro-orm/postgresql';
import type { Decider, Sentiment, SentimentSource } from '../../entities/vocabulary.js';
import type { Analysis } from '../reader/analysis.types.js';
import { type AnswerReadings, type DatedAnswer, readAgain } from '../reader/answer-reader.js';
import type { ProjectScope } from '../scope.js';
import type { JudgeVerdict } from './judge.types.js';
import { type JudgedCount, NONE_JUDGED } from './judged-count.js';
import { type AskedQuestion, isNamedBy, openQuestions, questionsAbout } from './questions.js';
import { findVerdicts } from './saved-verdicts.js';

/** An answer as the rules read it, and the questions that they leave to the analysis's judge; none without a judge. */
export interface ReadByRules {
  answer: DatedAnswer;
  reading: AnswerReadings;
  asked: readonly AskedQuestion[];
}

/** An answer's reading once the judge's verdicts count instead of the rules'. */
export interface SettledReading {
  reading: AnswerReadings;
  /** Who decided whether a subject is named, by its place; the rules where it is absent. */
  deciders: ReadonlyMap<number, Decider>;
  /** The tone toward the brand; null, and of the rules, where it is not named. */
  sentiment: Sentiment | null;
  source: SentimentSource;
  evidence: string | null;
}

/** The reading of one answer under an analysis, before the verdicts of its judge. */
export function readByRules({ judge }: Analysis, answer: DatedAnswer, reading: AnswerReadings): ReadByRules {
  return { answer, reading, asked: judge === null ? [] : questionsAbout(judge, answer.text, reading) };
}

/**
 * Settles answers by the saved verdicts, in their order: with one on a name the answer is read again, so that counts,
 * place, tone and candidates all follow from it. Without a verdict the rules' decision stays, marked as a fallback; a
 * tone is never neutral only because a verdict is missing.
 */
export async function settleAnswers(
  em: EntityManager,
  scope: ProjectScope,
  analysis: Analysis,
  read: readonly ReadByRules[],
): Promise<{ settled: SettledReading[]; judged: JudgedCount }> {
  const keys = read.flatMap(({ asked }) => asked.map(({ key }) => key));
  const verdicts = await findVerdicts(em, scope, keys);
  const judged = read.filter(({ asked }) => asked.length > 0);
  const rulesFallback = judged.filter(({ asked }) => openQuestions(asked, verdicts).length > 0).length;
  return {
    settled: read.map((each) => settledReading(analysis, each, verdicts)),
    judged: { ...NONE_JUDGED, model: judged.length - rulesFallback, rulesFallback },
  };
}

type Verdicts = ReadonlyMap<string, JudgeVerdict>;

function settledReading(
  analysis: Analysis,
  { answer, reading, asked }: ReadByRules,
  verdicts: Verdicts,
): SettledReading {
  const decisions = new Map<number, boolean>();
  for (const { subject, key } of asked) {
    const isNamed = isNamedBy(verdicts.get(key));
    if (isNamed !== undefined) decisions.set(subject, isNamed);
  }
  const settled = decisions.size > 0 ? readAgain(analysis, answer, decisions) : reading;
  const open = analysis.judge === null ? [] : reading.unsettled.names;
  const deciders = open.map(({ subject }) => [subject, decisions.has(subject) ? 'model' : 'rules_fallback'] as const);
  return { reading: settled, deciders: new Map(deciders), ...toneOf(answer, settled, asked, verdicts) };
}

function toneOf({ text }: DatedAnswer, { brand }: AnswerReadings, asked: readonly AskedQuestion[], verdicts: Verdicts) {
  const { sentiment, evidence } = brand;
  const question = asked.find(({ question: { about } }) => about === 'tone');
  const rules = brand.isToneCovered ? ('rules' as const) : ('no_rule' as const);
  if (sentiment === null || !question) return { sentiment, source: rules, evidence };
  const verdict = verdicts.get(question.key);
  if (!verdict || !('sentiment' in verdict)) return { sentiment, source: 'rules_fallback' as const, evidence };
  return { sentiment: verdict.sentiment, source: 'model' as const, evidence: text.slice(verdict.start, verdict.end) };
}
