/** Closed vocabularies of the product: each value is a word of the specification. */

export const PLATFORMS = ['chatgpt', 'perplexity', 'claude', 'gemini'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const FREQUENCIES = ['daily', 'weekly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const TIERS = ['starter', 'professional', 'agency'] as const;
export type Tier = (typeof TIERS)[number];

export const SUBSCRIPTIONS = ['active', 'inactive'] as const;
export type Subscription = (typeof SUBSCRIPTIONS)[number];

export const SENTIMENTS = ['positive', 'neutral', 'negative', 'mixed'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

/** Where a sentiment comes from: `rules_fallback` where a model was to judge and gave no verdict. */
export const SENTIMENT_SOURCES = ['rules', 'model', 'rules_fallback'] as const;
export type SentimentSource = (typeof SENTIMENT_SOURCES)[number];

export const DISCOVERY_METHODS = ['manual', 'auto'] as const;
export type DiscoveryMethod = (typeof DISCOVERY_METHODS)[number];
