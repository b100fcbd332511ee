import { defineEntity, p } from '@mikro-orm/core';
import { DECIDERS, PLATFORMS, SENTIMENT_SOURCES, SENTIMENTS } from './vocabulary.js';

/**
 * An analysis of a project's answers: the version of the rules, the names looked for and the judge. Neither names nor
 * rules change once an answer was read under it. The judge does where a default one begins with new answers alone:
 * `formerJudges` then says who decides in the earlier ones, so that it is known of each answer. `judgeChosenAt` is when
 * the process that chose the judge started: a later choice outweighs it. `answersRead` of `answersTotal` is how far the
 * re-analysis has come that makes it, from `createdAt` on; once readers see it, they mean nothing any more.
 * `judgeWithheld` answers are as unsure rules read them, as the judge's bound of the day was reached, last on
 * `judgeWithheldOn`.
 */
export const Analysis = defineEntity({
  name: 'Analysis',
  tableName: 'analysis',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    projectId: p.uuid(),
    version: p.integer(),
    subjects: p.json(),
    judge: p.text().nullable(),
    judgeChosenAt: p.datetime(3),
    formerJudges: p.json().nullable(),
    answersRead: p.integer(),
    answersTotal: p.integer(),
    judgeWithheld: p.integer(),
    judgeWithheldOn: p.type('date').$type<string>().nullable(),
    createdAt: p.datetime(3),
  },
});

/**
 * Which analysis a project's readers see, and its `formerJudges`, which hold for it whoever selected it. Apart from the
 * project, so that switching it never waits for an edit.
 */
export const AnalysisSelection = defineEntity({
  name: 'AnalysisSelection',
  tableName: 'analysis_selection',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    analysisId: p.uuid(),
    formerJudges: p.json().nullable(),
  },
});

/**
 * A worker's attempt at reading a project's answers again, from its beginning until it ends in any ordinary way:
 * `unfinished` counts it and those before it, at the names of `names` (their digest) and by the rules of `version`,
 * that ended with their process. `toldAt`: when it was reported to the operator that the project is set aside.
 */
export const AnalysisAttempt = defineEntity({
  name: 'AnalysisAttempt',
  tableName: 'analysis_attempt',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    id: p.uuid(),
    names: p.blob(),
    version: p.integer(),
    unfinished: p.integer(),
    begunAt: p.datetime(3),
    toldAt: p.datetime(3).nullable(),
  },
});

/** An accepted answer as retained: partitioned by month of `bucketDate`, the UTC day of `answeredAt`. */
export const Answer = defineEntity({
  name: 'Answer',
  tableName: 'answer',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    bucketDate: p.type('date').$type<string>().primary(),
    id: p.uuid().primary(),
    platform: p.enum([...PLATFORMS]),
    model: p.text().nullable(),
    promptId: p.uuid().nullable(),
    /** Where it was asked; null: from the project's country, or where nothing is known. */
    marketId: p.uuid().nullable(),
    question: p.text(),
    text: p.text(),
    citations: p.json(),
    isTruncated: p.boolean(),
    answeredAt: p.datetime(3),
    receivedAt: p.datetime(3),
  },
});

/**
 * What the platform searched the web for, for an answer: queries in its order. `queryHash` is of the folded text, by
 * which queries are the same. Of no analysis: the reply itself reports it.
 */
export const AnswerSearch = defineEntity({
  name: 'AnswerSearch',
  tableName: 'answer_search',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    bucketDate: p.type('date').$type<string>().primary(),
    answerId: p.uuid().primary(),
    ordinal: p.smallint().primary(),
    platform: p.enum([...PLATFORMS]),
    query: p.text(),
    queryHash: p.blob(),
  },
});

/** Which external ids a project has taken in: the partitioned table cannot hold that key. */
export const AnswerReceipt = defineEntity({
  name: 'AnswerReceipt',
  tableName: 'answer_receipt',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    externalId: p.text().primary(),
    answerId: p.uuid(),
  },
});

/**
 * What one analysis saw in one answer of the brand. `questionHash` is of the question's text and market, as a prompt's
 * is (`promptTextHash`): it tells questions apart whether a prompt asked them or an import brought them. `textLength`
 * is of the answer's text in UTF-16 units, as the offsets of names are; null in rows of releases that did not note it.
 * `rulesSentiment` is what the rules say of the tone where a judge decided it. `isLeftToRules`: the judge was to decide
 * something of it, and has not; null in rows of releases that did not note it. What people corrected is corrected here.
 */
export const AnswerReading = defineEntity({
  name: 'AnswerReading',
  tableName: 'answer_reading',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    analysisId: p.uuid().primary(),
    bucketDate: p.type('date').$type<string>().primary(),
    answerId: p.uuid().primary(),
    platform: p.enum([...PLATFORMS]),
    answeredAt: p.datetime(3),
    questionHash: p.blob(),
    isBrandNamed: p.boolean(),
    brandDecidedBy: p.enum([...DECIDERS]),
    sentiment: p.enum([...SENTIMENTS]).nullable(),
    sentimentSource: p.enum([...SENTIMENT_SOURCES]),
    rulesSentiment: p.enum([...SENTIMENTS]).nullable(),
    evidence: p.text().nullable(),
    textLength: p.integer().nullable(),
    isLeftToRules: p.boolean().nullable(),
  },
});

/**
 * What people say of an answer in place of what was found in it: its tone (null: as it was found), whether it names
 * subjects (`names`: `subjectId`, `isNamed`, and `spans` where it does). `found` has what each analysis had found in
 * its place, by the analysis's id: facts hold the corrected values.
 */
export const AnswerCorrection = defineEntity({
  name: 'AnswerCorrection',
  tableName: 'answer_correction',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    answerId: p.uuid().primary(),
    bucketDate: p.type('date').$type<string>(),
    sentiment: p.enum([...SENTIMENTS]).nullable(),
    evidence: p.text().nullable(),
    names: p.json(),
    found: p.json(),
    correctedBy: p.uuid().nullable(),
    correctedAt: p.datetime(3),
  },
});

/**
 * What a judge said of a text, kept so that no question is paid for twice: under a hash of judge, question and text,
 * with the offsets of its evidence, so that it holds none of an answer's words. On a name `isNamed` is set, on a tone
 * `sentiment`. No longer kept than the answers of its project.
 */
export const SentimentVerdict = defineEntity({
  name: 'SentimentVerdict',
  tableName: 'sentiment_verdict',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    key: p.blob().primary(),
    judge: p.text(),
    isNamed: p.boolean().nullable(),
    sentiment: p.enum([...SENTIMENTS]).nullable(),
    evidenceStart: p.integer(),
    evidenceEnd: p.integer(),
    judgedAt: p.datetime(3),
  },
});

/** A name found in an answer. `subjectId` is the candidate's id, or the project's own id for the brand. */
export const AnswerMention = defineEntity({
  name: 'AnswerMention',
  tableName: 'answer_mention',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    analysisId: p.uuid().primary(),
    bucketDate: p.type('date').$type<string>().primary(),
    answerId: p.uuid().primary(),
    subjectId: p.uuid().primary(),
    platform: p.enum([...PLATFORMS]),
    answeredAt: p.datetime(3),
    mentionCount: p.integer(),
    spans: p.array<number>().$type<number[]>().columnType('int[]'),
    position: p.integer().nullable(),
    decidedBy: p.enum([...DECIDERS]),
  },
});

/** A page cited by an answer, once an answer. */
export const AnswerCitation = defineEntity({
  name: 'AnswerCitation',
  tableName: 'answer_citation',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    analysisId: p.uuid().primary(),
    bucketDate: p.type('date').$type<string>().primary(),
    answerId: p.uuid().primary(),
    ordinal: p.integer().primary(),
    platform: p.enum([...PLATFORMS]),
    answeredAt: p.datetime(3),
    domain: p.text(),
    url: p.text(),
    title: p.text().nullable(),
  },
});
