import type { Subject, SubjectFacts } from '../../src/analysis/analyser.js';
import type { Sentiment } from '../../src/entities/vocabulary.js';

/** A reader's labels of one subject in one answer. */
export interface SubjectLabel {
  mentioned: boolean;
  mention_count: number;
  sentiment: Sentiment | null;
  /** The passage behind the sentiment and a remark: printed beside a row that differs, never scored. */
  evidence?: string | null | undefined;
  note?: string | undefined;
  /** Absent where positions were not labelled; null where no entry of the list begins with the subject. */
  list_position?: number | null;
}

/** The names of one answer that a list of candidates should hold. */
export interface CandidateLabels {
  names: readonly string[];
  /** Those of the names that the list may leave out. */
  optional: readonly string[];
  /** Other forms that count as one of the names. */
  variants: Readonly<Record<string, readonly string[]>>;
}

/** A labelled answer with the facts that the analysis found in it. */
export interface ScoredAnswer {
  id: string;
  /** The file that it is from. */
  file: string;
  text: string;
  /** Null where the names of the answer were not labelled. */
  candidates: { labels: CandidateLabels; found: readonly string[] } | null;
  domains: { expected: ReadonlySet<string>; found: ReadonlySet<string> };
}

/** One subject of one answer: its label beside its facts. */
export interface ScoredRow {
  answer: ScoredAnswer;
  subject: Subject;
  label: SubjectLabel;
  facts: SubjectFacts;
}

/** Rows that are reported together. */
export interface Part {
  title: string;
  rows: readonly ScoredRow[];
  /** Reported as sums only, so that no rule is made from its rows. */
  isHeldBack: boolean;
}

/** A hit rate that keeps its counts, for the report. */
export interface Share {
  part: number;
  whole: number;
}

/** The answers of the rows, each once, in the order of the rows. */
export function answersOf(rows: readonly ScoredRow[]): ScoredAnswer[] {
  return [...new Set(rows.map(({ answer }) => answer))];
}

/** The share as a number between 0 and 1; NaN of nothing. */
export function rateOf({ part, whole }: Share): number {
  return part / whole;
}

/** The harmonic mean of precision and recall, from the counts of hits, found and expected. */
export function f1Of(hits: number, found: number, expected: number): number {
  return found + expected === 0 ? 0 : (2 * hits) / (found + expected);
}
