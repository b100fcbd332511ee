import { defineEntity, p } from '@mikro-orm/core';
import { PLATFORMS } from './vocabulary.js';

/** The key that every daily rollup begins with; values are absolute, never increments. */
const dailyKey = {
  accountId: p.uuid().primary(),
  projectId: p.uuid().primary(),
  analysisId: p.uuid().primary(),
  bucketDate: p.type('date').$type<string>().primary(),
  platform: p.enum([...PLATFORMS]).primary(),
};

/**
 * Accepted responses of a day and platform, those that name the brand, and their sentiment classes; `noRule` are part
 * of `neutral`.
 */
export const DailyResponse = defineEntity({
  name: 'DailyResponse',
  tableName: 'daily_response',
  properties: {
    ...dailyKey,
    responseCount: p.integer(),
    brandMentionCount: p.integer(),
    positive: p.integer(),
    neutral: p.integer(),
    negative: p.integer(),
    mixed: p.integer(),
    noRule: p.integer(),
  },
});

/**
 * Accepted responses to one question on a day and platform; no more rows than there are questions, whatever the
 * answers. Of those that name the brand: those that name no competitor before it, those that name it in the first third
 * of their text, those that rank it, and the sum of these ranks; null where it is not known.
 */
export const DailyQuestionResponse = defineEntity({
  name: 'DailyQuestionResponse',
  tableName: 'daily_question_response',
  properties: {
    ...dailyKey,
    questionHash: p.blob().primary(),
    responseCount: p.integer(),
    brandMentionCount: p.integer(),
    brandFirstCount: p.integer().nullable(),
    brandEarlyCount: p.integer().nullable(),
    brandRankedCount: p.integer().nullable(),
    brandRankSum: p.integer().nullable(),
  },
});

/**
 * Accepted responses to one question on a day and platform that name one of the competitors that the analysis looked
 * for, and where it is in them, as {@link DailyQuestionResponse} says it of the brand.
 */
export const DailyQuestionMention = defineEntity({
  name: 'DailyQuestionMention',
  tableName: 'daily_question_mention',
  properties: {
    ...dailyKey,
    questionHash: p.blob().primary(),
    subjectId: p.uuid().primary(),
    responseCount: p.integer(),
    firstCount: p.integer().nullable(),
    earlyCount: p.integer().nullable(),
    rankedCount: p.integer().nullable(),
    rankSum: p.integer().nullable(),
  },
});

/** Responses of one model on a day and platform; '' where the model is not known, and for those beyond fifty. */
export const DailyModelResponse = defineEntity({
  name: 'DailyModelResponse',
  tableName: 'daily_model_response',
  properties: {
    ...dailyKey,
    model: p.text().primary(),
    responseCount: p.integer(),
    brandMentionCount: p.integer(),
  },
});

/** Occurrences of one name on a day and platform, and the responses that hold them. */
export const DailyMention = defineEntity({
  name: 'DailyMention',
  tableName: 'daily_mention',
  properties: {
    ...dailyKey,
    subjectId: p.uuid().primary(),
    mentionCount: p.integer(),
    responseCount: p.integer(),
    firstSeenAt: p.datetime(3),
    lastSeenAt: p.datetime(3),
  },
});

/**
 * What the responses that cite a source name, of what their analysis looked for: the brand, a competitor, and a
 * competitor without the brand.
 */
const namings = {
  brandResponseCount: p.integer().default(0),
  competitorResponseCount: p.integer().default(0),
  competitorAloneCount: p.integer().default(0),
};

/** Citations of one domain on a day and platform. */
export const DailyCitation = defineEntity({
  name: 'DailyCitation',
  tableName: 'daily_citation',
  properties: {
    ...dailyKey,
    domain: p.text().primary(),
    citationCount: p.integer(),
    responseCount: p.integer(),
    firstSeenAt: p.datetime(3),
    lastSeenAt: p.datetime(3),
    ...namings,
  },
});

/** Citations of one page on a day and platform; `urlHash` is in the key because an index entry is bounded. */
export const DailyCitationUrl = defineEntity({
  name: 'DailyCitationUrl',
  tableName: 'daily_citation_url',
  properties: {
    ...dailyKey,
    domain: p.text().primary(),
    urlHash: p.blob().primary(),
    url: p.text(),
    citationCount: p.integer(),
    ...namings,
    firstSeenAt: p.datetime(3),
    lastSeenAt: p.datetime(3),
  },
});

/** A name's sums over all history, so that a list of competitors does not read all days. */
export const MentionTotal = defineEntity({
  name: 'MentionTotal',
  tableName: 'mention_total',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    analysisId: p.uuid().primary(),
    subjectId: p.uuid().primary(),
    mentionCount: p.bigint('number'),
    firstSeenAt: p.datetime(3),
    lastSeenAt: p.datetime(3),
  },
});
