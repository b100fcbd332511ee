import type { Frequency, Platform, RunReason, Sentiment } from '../entities/vocabulary.js';

/** A company of the demo. All are invented; each has a site of its own below the reserved top level `.example`. */
export interface DemoCompany {
  name: string;
  websiteUrl: string;
  description: string;
  /** Product names that an answer may put behind the company's name. */
  models: readonly string[];
}

/** How likely an answer names a company: from the first sample day to the last, 0 to 1. */
export interface Share {
  start: number;
  end: number;
}

export interface DemoRival extends DemoCompany {
  share: Share;
  /** `not` and `dismissed`: a name that the answers hold and no project tracks; the second was refused as a rival. */
  tracked: 'tracked' | 'not' | 'dismissed';
  /** When it was tracked, in days before the last sample day; absent: with the project. */
  trackedDaysAgo?: number;
}

export interface DemoPrompt {
  text: string;
  /** The topic of the question, to follow a noun or end a sentence: "for beginners". */
  focus: string;
  frequency: Frequency;
  tags: readonly string[];
  /** Multiplies the brand's share. */
  lift: number;
  /** Of a weekly prompt: how many days before the last sample day its latest answers are, 0 to 6. */
  weekOffset: number;
  /** Companies that the question itself names; every answer names them too. */
  named: readonly string[];
  /** When the prompt was added, in days before the last sample day; absent: with the project. */
  addedDaysAgo?: number;
}

/** A page that answers cite. */
export interface DemoPage {
  url: string;
  title: string;
  /** The company whose own page it is. */
  owner?: string;
  /** Cited only where the brand is not named: the page is about its rivals. */
  isAboutRivals?: boolean;
}

/** Days on which a platform gave no answer; both ends count, in days before the last sample day. */
interface Outage {
  platform: Platform;
  firstDaysAgo: number;
  lastDaysAgo: number;
  fault: SampleFault;
}

/** Why a run has no answer. */
export interface SampleFault {
  state: 'failed' | 'skipped';
  reason: RunReason;
  message: string | null;
  attempts: number;
}

export type ToneWeights = Readonly<Record<Sentiment, number>>;

/** How the demo's numbers develop. */
export interface Story {
  share: Share;
  /** Multiplies the brand's share, by platform. */
  platforms: Readonly<Record<Platform, number>>;
  tones: ToneWeights;
  /** From a day on, the share on a platform is multiplied. */
  turns: readonly { platform: Platform; daysAgo: number; factor: number }[];
  outages: readonly Outage[];
  /** A bad week: both ends count, in days before the last sample day. */
  setback: { firstDaysAgo: number; lastDaysAgo: number; factor: number; tones: ToneWeights } | null;
}

/** What is said of a company. `{name}` and `{focus}` are filled in; notes and verdicts name no company. */
export interface Remarks {
  sentences: readonly string[];
  notes: readonly string[];
  verdicts: readonly string[];
}

export interface Phrases {
  openings: readonly string[];
  closings: readonly string[];
  /** Titles above the companies, without the marks of a heading. */
  titles: readonly string[];
  /** What to look for; they name no company. */
  tips: readonly string[];
  brand: Readonly<Record<Sentiment, Remarks>>;
  rivals: Remarks;
  pros: readonly string[];
  cons: readonly string[];
  bestFor: readonly string[];
  prices: readonly string[];
}

export interface DemoProject {
  /** Begins the external ids of the project's answers. */
  slug: string;
  brand: DemoCompany;
  mainTopic: string;
  /** The first sample day, in days before the last one. */
  firstDaysAgo: number;
  frequency: Frequency;
  rivals: readonly DemoRival[];
  prompts: readonly DemoPrompt[];
  /** The topic of a prompt, by its first tag. */
  topics: Readonly<Record<string, string>>;
  /** Pages of no company, most cited first. */
  pages: readonly DemoPage[];
  story: Story;
  phrases: Phrases;
}
