import type { AlertResolution, Platform } from '../../entities/vocabulary.js';
import type { ChangeKind } from '../changes/changes.js';
import type { ChangeVerdict } from '../metrics/comparison.js';
import type { EvenScore } from '../metrics/even-score.js';
import type { Period } from '../metrics/metric-query.js';
import type { PairedComparison } from '../metrics/paired-comparison.js';
import type { Confidence } from '../metrics/shares.js';

/** The form of {@link ReportDocument}; a later form is a later number, and this one stays readable. */
export const REPORT_VERSION = 1;

/** Bytes of a document as JSON. */
export const DOCUMENT_BYTES_MAX = 100_000;

/**
 * All that a report says, as numbers and names: the text, the mail, the PDF and the page are drawn from it, so they say
 * the same for ever. Shares are percent and differences points, as the metrics have them. It holds no text of answers.
 */
export interface ReportDocument {
  version: typeof REPORT_VERSION;
  project: { id: string; name: string; brandName: string };
  period: Period;
  /** The period of equal length that ends the day before. */
  before: Period;
  madeAt: string;
  /** The analysis that the numbers are of; null before the first answer. */
  analysisId: string | null;
  /** Whether answers were being analysed again, so that later numbers of the same days may differ. */
  isReanalysing: boolean;
  score: ReportScore;
  evenScore: { now: EvenScore | null; before: EvenScore | null };
  /** Each pools seven days, its own the last. */
  trend: { date: string; percent: number; responses: number }[];
  platforms: (ReportScore & { platform: Platform })[];
  /** The brand, then the tracked competitors that most answers name. */
  brands: ReportBrand[];
  /** Tracked names that are not in `brands`. */
  furtherBrands: number;
  gained: ReportPrompt[];
  lost: ReportPrompt[];
  /** Prompts that were looked at for `gained` and `lost`. */
  promptsLookedAt: number;
  /** Domains that no answer of the period before cites, those of most answers first. */
  newSources: ReportSource[];
  gaps: ReportSource[];
  tone: { now: ReportTone; before: ReportTone };
  /** Alerts that stood on a day of the period, the newest first; reports of former releases have none. */
  alerts?: ReportAlert[];
  /** Newest first. */
  changes: { at: string; kind: ChangeKind; text: string }[];
  furtherChanges: number;
  /** Runs that were planned in the period. */
  asked: { platform: Platform; planned: number; accepted: number; failed: number; skipped: number; underWay: number }[];
}

/** A score beside that of the period before, and whether it moved. */
export interface ReportScore {
  responses: number;
  naming: number;
  percent: number;
  interval: Confidence | null;
  /** Null where nothing was answered in the period before. */
  previous: { responses: number; percent: number; interval: Confidence | null } | null;
  /** Over what was asked in both periods. */
  compared: {
    verdict: ChangeVerdict;
    change: number;
    interval: { low: number; high: number } | null;
    questions: number;
  };
}

export interface ReportBrand {
  name: string;
  isBrand: boolean;
  responses: number;
  percent: number;
  interval: Confidence | null;
  /** Percent of the mentions of all tracked names. */
  share: number | null;
  previousPercent: number | null;
  verdict: ChangeVerdict;
  /** Null for the brand itself. */
  againstBrand: PairedComparison | null;
}

export interface ReportAlert {
  openedAt: string;
  /** What it says. */
  summary: string;
  /** Null: it stood at the end of the period. */
  ended: { at: string; resolution: AlertResolution } | null;
}

export interface ReportPrompt {
  id: string;
  text: string;
  responses: number;
  naming: number;
  /** Of the eight weeks before the period. */
  previousResponses: number;
  previousNaming: number;
}

export interface ReportSource {
  domain: string;
  responses: number;
  /** Of a gap: responses that cite it and name the brand, and that name a competitor. */
  naming: { brand: number; competitors: number } | null;
}

/** Answers that name the brand, by their tone. */
export interface ReportTone {
  positive: number;
  neutral: number;
  negative: number;
  mixed: number;
}
