import { setImmediate as turn } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { NameDecisions } from '../../analysis/analyser.js';
import type { Decider, Sentiment, SentimentSource } from '../../entities/vocabulary.js';
import type { Analysis } from '../reader/analysis.types.js';
import type { AnswerReadings, DatedAnswer } from '../reader/answer-reader.js';
import { type ReadAnswer, readAnswers, type UnreadAnswer } from '../reader/read-answers.js';
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
 * process do other work in between. @returns also the answers that cannot be read.
 */
export async function readByRules<Answer extends DatedAnswer>(
  analysis: Analysis,
  answers: readonly Answer[],
): Promise<{ read: ReadByRules<Answer>[]; unread: UnreadAnswer<Answer>[] }> {
  const { judge } = analysis;
  const { read, unread } = await readAnswers(analysis, answers);
  if (judge === null) return { read: read.map((each) => ({ ...each, asked: [] })), unread };
  const asking: ReadByRules<Answer>[] = [];
  for (const { answer, reading } of read) {
    asking.push({ answer, reading, asked: questionsAbout(judge, answer.text, reading) });
    // Each question hashes the whole text.
    await turn();
  }
  return { read: asking, unread };
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
 * place, tone and candidates all follow from it. Without a verdict, or where the second reading fails, the rules'
 * decision stays, marked as a fallback; a tone is never neutral only because a verdict is missing.
 */
export async function settleAnswers<Answer extends DatedAnswer>(
  em: EntityManager,
  scope: ProjectScope,
  analysis: Analysis,
  read: readonly ReadByRules<Answer>[],
): Promise<{ settled: SettledAnswer<Answer>[]; judged: JudgedCount }> {
  const verdicts = await verdictsOn(em, scope, read);
  const judged = read.filter(({ asked }) => asked.length > 0);
  const { again, unread } = await readAgain(analysis, read, verdicts);
  const isLeftToRules = ({ answer, asked }: ReadByRules<Answer>) =>
    unread.has(answer) || openQuestions(asked, verdicts).length > 0;
  const rulesFallback = judged.filter(isLeftToRules).length;
  return {
    settled: read.map((each) => {
      const { answer, reading } = each;
      if (unread.has(answer)) return settledAnswer(analysis, each, reading, NO_VERDICTS);
      return settledAnswer(analysis, each, again.get(answer) ?? reading, verdicts);
    }),
    judged: { ...NONE_JUDGED, model: judged.length - rulesFallback, rulesFallback },
  };
}

const NO_VERDICTS: Verdicts = new Map();

/** Reads those answers again on whose names there is a verdict. */
async function readAgain<Answer extends DatedAnswer>(
  analysis: Analysis,
  read: readonly ReadByRules<Answer>[],
  verdicts: Verdicts,
): Promise<{ again: ReadonlyMap<Answer, AnswerReadings>; unread: ReadonlySet<Answer> }> {
  const decided = new Map<Answer, NameDecisions>();
  for (const { answer, asked } of read) {
    const decisions = decisionsOf(asked, verdicts);
    if (decisions.size > 0) decided.set(answer, decisions);
  }
  if (decided.size === 0) return { again: new Map(), unread: new Set() };
  const second = await readAnswers(analysis, [...decided.keys()], (answer) => decided.get(answer));
  return {
    again: new Map(second.read.map(({ answer, reading }) => [answer, reading])),
    unread: new Set(second.unread.map(({ answer }) => answer)),
  };
}

function decisionsOf(asked: readonly AskedQuestion[], verdicts: Verdicts): NameDecisions {
  const decisions = new Map<number, boolean>();
  for (const { subject, key } of asked) {
    const isNamed = isNamedBy(verdicts.get(key));
    if (isNamed !== undefined) decisions.set(subject, isNamed);
  }
  return decisions;
}

function settledAnswer<Answer extends DatedAnswer>(
  analysis: Analysis,
  { answer, reading, asked }: ReadByRules<Answer>,
  settled: AnswerReadings,
  verdicts: Verdicts,
): SettledAnswer<Answer> {
  const decisions = decisionsOf(asked, verdicts);
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
