import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { NameDecisions } from '../../analysis/analyser.js';
import type { Span } from '../../analysis/answer-facts.js';
import { askOf, voiceOf } from '../../core/analysis-state/judge-of-analysis.js';
import type { ProjectScope } from '../../core/facts/project-scope.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Decider, Sentiment, SentimentSource } from '../../entities/vocabulary.js';
import { analyseAnswers, type ReadAnswer, type UnreadAnswer } from '../analysis/analyse-answers.js';
import {
  type Analysis,
  type AnswerReadings,
  BRAND,
  type DatedAnswer,
  judgeOfAnswer,
} from '../analysis/project-analyser.js';
import { isAsked } from './asked-tones.js';
import { type JudgedCount, type JudgeVerdict, NONE_JUDGED, QUESTIONS_MAX, type Question } from './judging.js';

/** An answer as the rules read it, and the questions that they leave to its judge; none without a judge. */
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
  /** Whether a question of its judge has no verdict that counts. */
  isLeftToRules: boolean;
}

/**
 * Reads answers under an analysis, in their order, before the verdicts of its judge: computes only, and lets the
 * process do other work in between. @returns also the answers that cannot be read.
 */
export async function readByRules<Answer extends DatedAnswer>(
  analysis: Analysis,
  answers: readonly Answer[],
): Promise<{ read: ReadByRules<Answer>[]; unread: UnreadAnswer<Answer>[] }> {
  const { read, unread } = await analyseAnswers(analysis, answers);
  const asking: ReadByRules<Answer>[] = [];
  for (const { answer, reading } of read) {
    const judge = judgeOfAnswer(analysis, answer);
    asking.push({ answer, reading, asked: judge === null ? [] : questionsAbout(judge, answer.text, reading) });
    // Each question hashes the whole text.
    if (judge !== null) await turn();
  }
  return { read: asking, unread };
}

type Verdicts = ReadonlyMap<string, JudgeVerdict>;

/** The verdicts saved under keys ($3, in hex); the judge is part of a key. One of the first two columns is null. */
const FIND_VERDICTS = statement<{
  key: string;
  is_named: boolean | null;
  sentiment: Sentiment | null;
  evidence_start: number;
  evidence_end: number;
}>(
  'find-verdicts',
  `select encode(v.key, 'hex') as key, v.is_named, v.sentiment, v.evidence_start, v.evidence_end
   from unnest($3::text[]) as wanted (key)
   join sentiment_verdict v on v.account_id = $1 and v.project_id = $2 and v.key = decode(wanted.key, 'hex')`,
);

/** The saved verdicts of a project under some keys, by key. No statement where there is no key. */
async function findVerdicts(
  db: DatabaseSession,
  { accountId, projectId }: ProjectScope,
  keys: readonly string[],
): Promise<ReadonlyMap<string, JudgeVerdict>> {
  if (keys.length === 0) return new Map();
  const found = await db.rows(FIND_VERDICTS, [accountId, projectId, [...new Set(keys)]]);
  const verdicts = new Map<string, JudgeVerdict>();
  for (const { key, is_named: isNamed, sentiment, evidence_start: start, evidence_end: end } of found) {
    if (isNamed !== null) verdicts.set(key, { isNamed, start, end });
    else if (sentiment !== null) verdicts.set(key, { sentiment, start, end });
  }
  return verdicts;
}

/** The saved verdicts on what the rules leave to the judge, by key. */
export function verdictsOn(
  db: DatabaseSession,
  scope: ProjectScope,
  read: readonly { asked: readonly AskedQuestion[] }[],
): Promise<Verdicts> {
  return findVerdicts(
    db,
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
  db: DatabaseSession,
  scope: ProjectScope,
  analysis: Analysis,
  read: readonly ReadByRules<Answer>[],
): Promise<{ settled: SettledAnswer<Answer>[]; judged: JudgedCount }> {
  const verdicts = await verdictsOn(db, scope, read);
  const judged = read.filter(({ asked }) => asked.length > 0);
  const { again, unread } = await readAgain(analysis, read, verdicts);
  const isLeftToRules = ({ answer, asked }: ReadByRules<Answer>) =>
    unread.has(answer) || openQuestions(asked, verdicts).length > 0;
  const rulesFallback = judged.filter(isLeftToRules).length;
  return {
    settled: read.map((each) => {
      const { answer, reading } = each;
      const settled = unread.has(answer)
        ? settledAnswer(analysis, each, reading, NO_VERDICTS)
        : settledAnswer(analysis, each, again.get(answer) ?? reading, verdicts);
      return { ...settled, isLeftToRules: isLeftToRules(each) };
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
  const second = await analyseAnswers(analysis, [...decided.keys()], (answer) => decided.get(answer));
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
): Omit<SettledAnswer<Answer>, 'isLeftToRules'> {
  const decisions = decisionsOf(asked, verdicts);
  const open = judgeOfAnswer(analysis, answer) === null ? [] : reading.unsettled.names;
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
 * The questions that an answer's reading leaves to a judge, the brand's first: of names, those that the rules are not
 * sure of; of the tone, as often as the judge is to be asked (`JUDGE_ASK`, part of its id). They hold
 * the names as the answer writes them and no others, so that a new alias that is not found in the answer changes, and
 * costs, nothing.
 */
export function questionsAbout(
  judgeId: string,
  text: string,
  reading: Pick<AnswerReadings, 'brand' | 'unsettled'>,
): AskedQuestion[] {
  const { names } = reading.unsettled;
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
  if (isAsked(askOf(judgeId), reading.brand.toneClass) || open.length > 0) {
    const question = { about: 'tone' as const, written: writtenAt(text, [...reading.brand.spans, ...open]) };
    return keyed(judgeId, text, [{ subject: BRAND, question }, ...asked]);
  }
  return keyed(judgeId, text, asked);
}

function keyed(judgeId: string, text: string, asked: readonly Omit<AskedQuestion, 'key'>[]): AskedQuestion[] {
  return asked
    .slice(0, QUESTIONS_MAX)
    .map((each) => ({ ...each, key: questionKey(voiceOf(judgeId), text, each.question) }));
}

function writtenAt(text: string, places: readonly Span[]): string[] {
  const written = new Set(places.map(([start, end]) => text.slice(start, end).toWellFormed()));
  return [...written].sort().slice(0, WRITTEN_MAX);
}

/**
 * The key that the verdict on a question is saved under, in hex. How often the judge is asked is no part of it, so that
 * a change of that buys no verdict again.
 */
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
