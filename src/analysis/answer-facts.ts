import type { Sentiment } from '../entities/vocabulary.js';
import type { ToneClass } from './sentiment/tone-class.js';

/**
 * A subject of an analysis: the project's brand or one of its competitors. `website` is a URL, a bare host or ''.
 */
export interface Subject {
  name: string;
  aliases: readonly string[];
  website: string;
}

/** An accepted answer: its text, and the sources from the platform's own fields. */
export interface AnswerText {
  text: string;
  /** What was asked; where it names one subject alone, the whole answer is about that one. */
  question?: string | null;
  citations: readonly { url: string; title: string | null }[];
}

/** A half-open range of UTF-16 offsets into the original text. */
export type Span = readonly [start: number, end: number];

/** What the answer says of one subject. */
export interface SubjectFacts {
  mentionCount: number;
  /** Ascending, never overlapping. */
  spans: readonly Span[];
  /** Null when the subject is not named. */
  sentiment: Sentiment | null;
  /**
   * Whether rules could read the tone: they exist for the language of the answer, or one spoke all the same. Where this
   * is false, the sentiment is neutral for want of rules. True when the subject is not named.
   */
  isToneCovered: boolean;
  /** What the sentiment rests on; null when the subject is not named. */
  toneClass: ToneClass | null;
  /** The passage that decided the sentiment, verbatim, at most 200 characters; null when the subject is not named. */
  evidence: string | null;
  /** The place in the answer's own list of options, from 1; null in prose or when the subject is no item. */
  position: number | null;
}

/** A page that the answer cites; `url` is cleaned, `domain` its host without `www.`. */
export interface CitationFacts {
  url: string;
  domain: string;
  title: string | null;
}

/** A company or product that the answer names and that is no subject. */
export interface CandidateFacts {
  /** As the answer first writes it. */
  name: string;
  /** At least 1. */
  mentionCount: number;
  /** Ascending, never overlapping. */
  spans: readonly Span[];
  /** As {@link SubjectFacts}'. */
  position: number | null;
}

/** What a reader who knows the world may see otherwise than the rules. */
interface Unsettled {
  /**
   * Subjects whose name is in the answer, with no place that surely names them; in the order of the subjects. Empty
   * where the rules are sure.
   */
  names: readonly UnsettledPlaces[];
}

/** A subject's places in an answer that are open, likely, or spoken against by the rest; taken by the rules or not. */
export interface UnsettledPlaces {
  /** 0 is the brand, the competitors follow in the order given. */
  subject: number;
  /** Ascending, at least one. */
  places: readonly Span[];
}

/**
 * Everything read from one answer; `competitors` are in the order given, `citations` in order of first appearance.
 */
export interface AnswerFacts {
  brand: SubjectFacts;
  competitors: readonly SubjectFacts[];
  citations: readonly CitationFacts[];
  candidates: readonly CandidateFacts[];
  unsettled: Unsettled;
}
