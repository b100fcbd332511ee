import type { EntityManager } from '@mikro-orm/postgresql';
import type { Decider, Sentiment, SentimentSource } from '../../entities/vocabulary.js';
import type { Analysis } from '../reader/analysis.types.js';
import {
  type AnswerReadings,
  type DatedAnswer,
  type ReadAnswer,
  readAgain,
  readAnswers,
} from '../reader/answer-reader.js';
import type { ProjectScope } from '../scope.js';
import type { JudgeVerdict } from './judge.types.js';
import { type JudgedCount, NONE_JUDGED } from './judged-count.js';
import { type AskedQuestion, isNamedBy, openQuestions, questionsAbout } from './questions.js';
import { findVerdicts } from './saved-verdicts.js';

/** An answer as the rules read it, and the questions that they leave to the analysis's judge; none without a judge. */
export interface ReadByRules<Answer extends DatedAnswer> extends ReadAnswer<Answer> {
  asked: readonly AskedQuestion[];
}

/** An answer's reading once the judge's verdicts count instead of the rules'. */
export interface SettledAnswer<Answer extends DatedAnswer> extends ReadAnswer<Answer> {
  /** Who decided whether a subject is named, by its place; the rules where it is absent. */
  deciders: ReadonlyMap<number, Decider>;
  /** The tone toward the brand; null, and of the rules, where it is not named. */
  sentiment: Sentiment | null;
  source: SentimentSource;
  evidence: string | null;
}

/**
 * Reads answers under an analysis, in their order, before the verdicts of its judge: computes only, and lets the
 * process do other work in between.
 */
export async function readByRules<Answer extends DatedAnswer>(
  analysis: Analysis,
  answers: readonly Answer[],
): Promise<ReadByRules<Answer>[]> {
  const { judge } = analysis;
  const read = await readAnswers(analysis, answers);
  return read.map(({ answer, reading }) => {
    return { answer, reading, asked: judge === null ? [] : questionsAbout(judge, answer.text, reading) };
  });
}

type Verdicts = ReadonlyMap<string, JudgeVerdict>;

/** The saved verdicts on what the rules leave to the judge, by key. */
export function verdictsOn(
  em: EntityManager,
  scope: ProjectScope,
  read: readonly { asked: readonly AskedQuestion[] }[],
): Promise<Verdicts> {
  return findVerdicts(
    em,
    scope,
    read.flatMap(({ asked }) => asked.map(({ key }) => key)),
  );
}

/**
 * Settles answers by the saved verdicts, in their order: with one on a name the answer is read again, so that counts,
 * place, tone and candidates all follow from it. Without a verdict the rules' decision stays, marked as a fallback; a
 * tone is never neutral only because a verdict is missing.
 */
export async function settleAnswers<Answer extends DatedAnswer>(
  em: EntityManager,
  scope: ProjectScope,
  analysis: Analysis,
  read: readonly ReadByRules<Answer>[],
): Promise<{ settled: SettledAnswer<Answer>[]; judged: JudgedCount }> {
  const verdicts = await verdictsOn(em, scope, read);
  const judged = read.filter(({ asked }) => asked.length > 0);
  const rulesFallback = judged.filter(({ asked }) => openQuestions(asked, verdicts).length > 0).length;
  return {
    settled: read.map((each) => settledAnswer(analysis, each, verdicts)),
    judged: { ...NONE_JUDGED, model: judged.length - rulesFallback, rulesFallback },
  };
}

function settledAnswer<Answer extends DatedAnswer>(
  analysis: Analysis,
  { answer, reading, asked }: ReadByRules<Answer>,
  verdicts: Verdicts,
): SettledAnswer<Answer> {
  const decisions = new Map<number, boolean>();
  for (const { subject, key } of asked) {
    const isNamed = isNamedBy(verdicts.get(key));
    if (isNamed !== undefined) decisions.set(subject, isNamed);
  }
  const settled = decisions.size > 0 ? readAgain(analysis, answer, decisions) : reading;
  const open = analysis.judge === null ? [] : reading.unsettled.names;
  const deciders = open.map(({ subject }) => [subject, decisions.has(subject) ? 'model' : 'rules_fallback'] as const);
  return { answer, reading: settled, deciders: new Map(deciders), ...toneOf(answer, settled, asked, verdicts) };
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
