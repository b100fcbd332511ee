import type { DeliveryFault, Platform } from '../../entities/vocabulary.js';
import type { ChangeKind } from '../changes/changes.js';
import type { ExplainedBy } from '../metrics/explanation.js';

/** Days of an alert's window, with what the answers of both sides have in common. */
export interface EvidenceSide {
  from: string;
  to: string;
  /** Percent, one decimal, each prompt and platform counted alike; of a rival its lead, which may be negative. */
  score: number;
  answers: number;
}

/** An interval of 95 %, in points with one decimal. */
export interface PointsInterval {
  low: number;
  high: number;
}

/** What an alert is about. */
export interface AlertSubject {
  type: 'brand' | 'competitor' | 'prompts' | 'name' | 'source' | 'platform' | 'credits' | 'destination';
  id: string | null;
  name: string;
}

/** A further series that moved with the one that leads an alert. */
export interface EvidencePart {
  series: string;
  subject: AlertSubject;
  platform: Platform | null;
  direction: 'up' | 'down';
  changePoints: number | null;
  interval: PointsInterval | null;
}

/** A prompt that named the brand and does so no more. */
export interface EvidencePrompt {
  /** Null where no prompt asks it any more. */
  promptId: string | null;
  /** The hash of its question, in hexadecimal digits. */
  question: string;
  text: string;
  days: number;
  answers: number;
  answersBefore: number;
  namingBefore: number;
}

/** An answer that shows it, by its address: its text is not kept here. */
export interface EvidenceAnswer {
  id: string;
  date: string;
  platform: Platform;
  promptId: string | null;
  namesSubject: boolean;
}

/** What an alert was opened on, frozen as it was then. At most 32 kB as JSON. */
export interface AlertEvidence {
  version: 1;
  brandName: string;
  subject: AlertSubject;
  platform: Platform | null;
  windowDays: number | null;
  now: EvidenceSide | null;
  before: EvidenceSide | null;
  changePoints: number | null;
  interval: PointsInterval | null;
  /** How many times likelier than chance. */
  ratio: number | null;
  intents: number | null;
  cells: number | null;
  parts: EvidencePart[];
  /** Platforms of the brand that did not move by more than chance. */
  steady: Platform[];
  /** {@link EVIDENCE_PROMPTS_MAX} of those that lost the brand. */
  prompts: EvidencePrompt[];
  /** How many lost it, those not listed included; absent in alerts of former releases. */
  promptCount?: number;
  explanation: ExplainedBy | null;
  changes: { at: string; kind: ChangeKind; text: string }[];
  answers: EvidenceAnswer[];
  /** Of what is counted, not compared. */
  count: { answers: number; of: number; intents: number } | null;
  /** Of a destination: why the last attempt failed. */
  fault: DeliveryFault | null;
  /** Of the dashboard, where people see it; null where the service does not know its address. */
  url: string | null;
  /** A day or instant that it is about. */
  at: string | null;
}

/** Entries of each list. */
export const EVIDENCE_ANSWERS_MAX = 10;
export const EVIDENCE_CHANGES_MAX = 10;
export const EVIDENCE_PROMPTS_MAX = 10;

/** Bytes of evidence, as the database writes its JSON. */
const EVIDENCE_BYTES_MAX = 32_000;

/** Lists that are cut where evidence is too long, in this order. */
const CUT = ['changes', 'prompts', 'parts', 'answers'] as const;

/** Evidence as it is kept: entries are left out from the end of its lists until it is within its bound. */
export function keptEvidence(evidence: AlertEvidence): AlertEvidence {
  const kept = { ...evidence };
  for (const list of CUT) {
    while (kept[list].length > 0 && bytesOf(kept) > EVIDENCE_BYTES_MAX) kept[list] = kept[list].slice(0, -1) as never;
  }
  return kept;
}

/** The database writes a space after each comma and colon. */
function bytesOf(evidence: AlertEvidence): number {
  return Buffer.byteLength(JSON.stringify(evidence).replaceAll(/[,:]/g, '$& '));
}

/** How many prompts lost the brand. */
export function lostCountOf({ promptCount, prompts }: Pick<AlertEvidence, 'promptCount' | 'prompts'>): number {
  return promptCount ?? prompts.length;
}

/** Evidence of a kind that no scan tells. */
export function plainEvidence(
  brandName: string,
  subject: AlertSubject,
  rest: Partial<AlertEvidence> = {},
): AlertEvidence {
  return {
    ...{ version: 1, brandName, subject, platform: null, windowDays: null, now: null, before: null },
    ...{ changePoints: null, interval: null, ratio: null, intents: null, cells: null, parts: [], steady: [] },
    ...{ prompts: [], explanation: null, changes: [], answers: [], count: null, fault: null, url: null, at: null },
    ...rest,
  };
}
