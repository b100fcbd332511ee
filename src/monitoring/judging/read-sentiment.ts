import type { EntityManager } from '@mikro-orm/postgresql';
import type { SubjectFacts } from '../../analysis/analyser.js';
import type { Sentiment, SentimentSource } from '../../entities/vocabulary.js';
import type { Analysis } from '../reader/analysis.types.js';
import type { ProjectScope } from '../scope.js';
import type { JudgeVerdict } from './judge.types.js';
import { type JudgedCount, NONE_JUDGED } from './judged-count.js';
import { findVerdicts } from './saved-verdicts.js';
import { questionOf, verdictKey } from './verdict-key.js';

/** The rules' sentiment of an answer towards the brand, and the question to the analysis's judge; null without one. */
export interface ReadSentiment {
  sentiment: Sentiment | null;
  /** Where the sentiment comes from while no judge is asked. */
  source: 'rules' | 'no_rule';
  evidence: string | null;
  asked: { key: string; text: string } | null;
}

/** A sentiment as it is stored; `source` is the rules where the brand is not named. */
export interface StoredSentiment {
  sentiment: Sentiment | null;
  source: SentimentSource;
  evidence: string | null;
}

/** The sentiment of one answer under an analysis, before the verdict of its judge. */
export function sentimentOf({ judge }: Analysis, text: string, brand: SubjectFacts): ReadSentiment {
  const { sentiment, evidence } = brand;
  const read = { sentiment, source: brand.isToneCovered ? 'rules' : 'no_rule', evidence } as const;
  if (judge === null || brand.mentionCount === 0) return { ...read, asked: null };
  const key = verdictKey(judge, questionOf(text, brand.spans));
  return { ...read, asked: { key, text } };
}

/**
 * Replaces the rules' sentiments by the saved verdicts, in the order of the answers. Without a verdict the rules'
 * sentiment stays, marked as a fallback; it is never neutral only because a verdict is missing.
 */
export async function settleSentiments(
  em: EntityManager,
  scope: ProjectScope,
  read: readonly ReadSentiment[],
): Promise<{ sentiments: StoredSentiment[]; judged: JudgedCount }> {
  const keys = read.flatMap(({ asked }) => (asked ? [asked.key] : []));
  const verdicts = await findVerdicts(em, scope, keys);
  const sentiments = read.map((each) => settled(each, verdicts));
  const count = (source: SentimentSource) => sentiments.filter((each) => each.source === source).length;
  return { sentiments, judged: { ...NONE_JUDGED, model: count('model'), rulesFallback: count('rules_fallback') } };
}

function settled(
  { sentiment, source, evidence, asked }: ReadSentiment,
  verdicts: ReadonlyMap<string, JudgeVerdict>,
): StoredSentiment {
  if (!asked) return { sentiment, source, evidence };
  const verdict = verdicts.get(asked.key);
  if (!verdict) return { sentiment, source: 'rules_fallback', evidence };
  const { start, end } = verdict;
  return { sentiment: verdict.sentiment, source: 'model', evidence: asked.text.slice(start, end) };
}
