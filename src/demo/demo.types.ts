import type { Frequency, Platform, Sentiment } from '../entities/vocabulary.js';

/**
 * A company of the demo. All are invented. Their websites are hosts below the reserved example.com, because the
 * analysis accepts only hosts with a public suffix as sources, and the reserved top level `.example` is none.
 */
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
  /** False for a name that the answers hold and no project tracks yet. */
  isTracked: boolean;
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
}

/** A page that answers cite. */
export interface DemoPage {
  url: string;
  title: string;
  /** The company whose own page it is. */
  owner?: string;
}

export type ToneWeights = Readonly<Record<Sentiment, number>>;

/** How the demo's numbers develop. */
export interface Story {
  share: Share;
  /** Multiplies the brand's share, by platform. */
  platforms: Readonly<Record<Platform, number>>;
  tones: ToneWeights;
  /** A bad week: both ends count, in days before the last sample day. */
  setback: { firstDaysAgo: number; lastDaysAgo: number; factor: number; tones: ToneWeights };
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
  frequency: Frequency;
  rivals: readonly DemoRival[];
  prompts: readonly DemoPrompt[];
  /** Pages of no company, most cited first. */
  pages: readonly DemoPage[];
  story: Story;
  phrases: Phrases;
}
