import type { Decider, Platform, Sentiment, SentimentSource } from '../../entities/vocabulary.js';
import { toTimestamp } from '../timestamp.js';
import { excerptOf } from './excerpt.js';

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
  spans: Span[];
}

/** What is read of an answer where it is asked for, beside its place, time, platform, model and prompt. */
export const RESPONSE_PARTS = ['text', 'excerpt', 'question', 'mentions', 'names', 'citations', 'sentiment'] as const;
export type ResponsePart = (typeof RESPONSE_PARTS)[number];

/**
 * A retained answer and what the selected analysis saw in it: nothing but the text where it has not read it. Parts that
 * were not asked for are empty.
 */
export interface ResponseView {
  id: string;
  projectId: string;
  promptId: string | null;
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
  sentiment: Sentiment | null;
  /** Null where `sentiment` is. */
  sentimentSource: SentimentSource | null;
  evidence: string | null;
}

export interface ResponseRow {
  id: string;
  prompt_id: string | null;
  platform: Platform;
  model: string | null;
  /** Null where it is not asked for, or is beyond the bound of a page's bytes; evidence and citations alike. */
  text: string | null;
  is_beyond: boolean;
  /** Null where it is not asked for, or beyond the bound; the first words of the text, with the place of a name. */
  beginning: string | null;
  place: number[] | null;
  question: string | null;
  answered_at: string;
  spans: number[] | null;
  names: (Omit<NamedView, 'spans'> & { spans: number[] })[] | null;
  citations: { url: string; domain: string }[] | null;
  sentiment: Sentiment | null;
  sentiment_source: SentimentSource | null;
  evidence: string | null;
  brand_decided_by: Decider | null;
}

export function toResponseView(projectId: string, row: ResponseRow): ResponseView {
  return {
    id: row.id,
    projectId,
    promptId: row.prompt_id,
    platform: row.platform,
    model: row.model,
    text: row.text ?? '',
    excerpt: excerptOf(row.beginning ?? '', row.place),
    question: row.question ?? '',
    answeredAt: toTimestamp(row.answered_at),
    brandMentions: toSpans(row.spans ?? []),
    brandDecidedBy: row.brand_decided_by,
    mentions: (row.names ?? []).map((named) => ({ ...named, spans: toSpans(named.spans) })),
    citations: row.citations ?? [],
    sentiment: row.sentiment,
    sentimentSource: row.sentiment === null ? null : row.sentiment_source,
    evidence: row.evidence,
  };
}

/** Spans lie flat: start, end, start, end. */
function toSpans(flat: readonly number[]): Span[] {
  return Array.from({ length: flat.length / 2 }, (_, at) => ({ start: flat[2 * at] ?? 0, end: flat[2 * at + 1] ?? 0 }));
}
