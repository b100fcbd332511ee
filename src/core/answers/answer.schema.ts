import { z } from 'zod';
import {
  type Decider,
  type Platform,
  SENTIMENTS,
  type Sentiment,
  type SentimentSource,
} from '../../entities/vocabulary.js';
import { flag, platform, platforms, uuid } from '../input.js';
import { citedDomain } from '../metrics/citations.js';
import { periodInput } from '../metrics/metric-query.js';
import { promptFilter } from '../prompt-filters/prompt-filter.js';

/** Where a name is in an answer's text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A name in an answer. */
export interface NamedView {
  name: string;
  isBrand: boolean;
  /** Null for the brand. */
  candidateId: string | null;
  /** Null unless a competitor is tracked under it. */
  competitorId: string | null;
  /** Who decided that it is named. */
  decidedBy: Decider;
  /** Its place, from 1, among the options of a list of two or more; null elsewhere. */
  rank: number | null;
  spans: Span[];
}

/** What people corrected in an answer. */
export interface CorrectionView {
  /** The tone that they gave it; null where they corrected names alone. */
  sentiment: Sentiment | null;
  /** What was found in its place, and by whom; null where the brand was not found, or not before it was corrected. */
  foundSentiment: Sentiment | null;
  foundSource: SentimentSource | null;
  names: { name: string; isBrand: boolean; isNamed: boolean; subjectId: string }[];
  correctedAt: string;
  /** Null where the operator did it, and once the person has left. */
  correctedByName: string | null;
}

/** What is read of an answer where it is asked for, beside its place, time, platform, model, prompt and market. */
export const ANSWER_PARTS = [
  'text',
  'excerpt',
  'question',
  'mentions',
  'names',
  'citations',
  'searches',
  'sentiment',
  'correction',
] as const;

export type AnswerPart = (typeof ANSWER_PARTS)[number];

/**
 * A retained answer and what the selected analysis saw in it: nothing but the text where it has not read it. Parts that
 * were not asked for are empty.
 */
export interface AnswerView {
  id: string;
  projectId: string;
  promptId: string | null;
  /** The market that was asked in; null for none. */
  marketId: string | null;
  /** Whether its platform is told the place to search from. */
  isLocalised: boolean;
  platform: Platform;
  model: string | null;
  text: string;
  /** A sentence of it: see {@link excerptOf}. */
  excerpt: string;
  /** What was asked, as it was worded then. */
  question: string;
  answeredAt: string;
  brandMentions: Span[];
  /** Who decided whether the brand is named; null where the analysis has not read the answer. */
  brandDecidedBy: Decider | null;
  /** Every name that it has, the brand's among them, in the order in which they first come. */
  mentions: NamedView[];
  citations: { url: string; domain: string }[];
  /** What its platform searched the web for, in its order; the reply itself reports it, whatever the analysis. */
  searches: string[];
  sentiment: Sentiment | null;
  /** Null where `sentiment` is. */
  sentimentSource: SentimentSource | null;
  evidence: string | null;
  /** Null where people corrected nothing. */
  correction: CorrectionView | null;
}

export const SEARCH_MIN = 3;

export const SEARCH_MAX = 200;

/** Days that words are looked for in at most, both ends counted: each text of them is read. */
export const SEARCH_DAYS_MAX = 31;

const searchFault = `must have ${SEARCH_MIN} to ${SEARCH_MAX} characters`;

/** What `responses` of a project takes beside its page. */
export const answersInput = z.object({
  ...periodInput,
  platform: platform.optional(),
  platforms: platforms.optional(),
  promptId: uuid.optional(),
  mentioning: uuid.optional(),
  named: flag.optional(),
  sentiments: z
    .array(z.enum(SENTIMENTS), 'must be an array of classes')
    .min(1, 'must name at least one class')
    .max(100, 'must have at most 100 entries')
    .optional(),
  citing: citedDomain.optional(),
  where: promptFilter.optional(),
  search: z
    .string('must be a string')
    .trim()
    .refine((words) => words.length >= SEARCH_MIN && words.length <= SEARCH_MAX, searchFault)
    .refine((words) => !words.includes('\0') && words.isWellFormed(), 'must be plain text')
    .optional(),
});
