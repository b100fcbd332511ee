import { SENTIMENTS, type Sentiment } from '../../src/entities/vocabulary.js';
import { f1Of, type ScoredRow, type Share } from './scored.js';

/** A label and the class that was found. */
export interface ClassPair {
  gold: Sentiment | null;
  found: Sentiment | null;
}

export interface ClassScores {
  accuracy: Share;
  /** The mean of the four classes' F1. */
  macroF1: number;
  f1: Record<Sentiment, number>;
  /** Pairs by label, then by class found. */
  table: Record<Sentiment, Record<Sentiment, number>>;
}

/** The pairs of the rows whose subject is named by label and analysis alike. */
export function sentimentPairs(rows: readonly ScoredRow[]): ClassPair[] {
  return rows
    .map(({ label, facts }) => ({ gold: label.sentiment, found: facts.sentiment }))
    .filter(({ gold, found }) => gold !== null && found !== null);
}

/** How well the classes agree; a pair without a class on either side is wrong. */
export function scoreClasses(pairs: readonly ClassPair[]): ClassScores {
  const count = (isCounted: (pair: ClassPair) => boolean) => pairs.filter(isCounted).length;
  const f1 = bySentiment((sentiment) =>
    f1Of(
      count(({ gold, found }) => gold === sentiment && found === sentiment),
      count(({ found }) => found === sentiment),
      count(({ gold }) => gold === sentiment),
    ),
  );
  return {
    accuracy: { part: count(({ gold, found }) => gold === found), whole: pairs.length },
    macroF1: SENTIMENTS.reduce((sum, sentiment) => sum + f1[sentiment], 0) / SENTIMENTS.length,
    f1,
    table: bySentiment((label) =>
      bySentiment((class_) => count((pair) => pair.gold === label && pair.found === class_)),
    ),
  };
}

function bySentiment<Value>(resultFor: (sentiment: Sentiment) => Value): Record<Sentiment, Value> {
  return {
    positive: resultFor('positive'),
    neutral: resultFor('neutral'),
    negative: resultFor('negative'),
    mixed: resultFor('mixed'),
  };
}
