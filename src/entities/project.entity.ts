import { defineEntity, p } from '@mikro-orm/core';
import { TextArrayType } from './text-array.type.js';
import {
  DISCOVERY_METHODS,
  FREQUENCIES,
  PLATFORMS,
  type Platform,
  PROJECT_CHANGES,
  SEARCH_TERM_SOURCES,
  STAGES,
} from './vocabulary.js';

/**
 * A monitoring workspace for one brand. Archived, it keeps its history; `archivedAt` set means gone for all but the
 * metrics.
 */
export const Project = defineEntity({
  name: 'Project',
  tableName: 'project',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    brandName: p.text(),
    aliases: p.type(TextArrayType).$type<string[]>().columnType('text[]'),
    websiteUrl: p.text(),
    faviconUrl: p.text().nullable(),
    description: p.text(),
    targetCountry: p.text(),
    mainTopic: p.text(),
    platforms: p.array<Platform>().$type<Platform[]>().columnType('text[]'),
    monitoringFrequency: p.enum([...FREQUENCIES]),
    /** How often a week its weekly prompts are asked, from 1 to 4. */
    repeats: p.smallint(),
    autoDiscoverCompetitors: p.boolean(),
    isActive: p.boolean(),
    isPaused: p.boolean(),
    /** When people last asked that the judge of new answers reads the earlier ones too. */
    judgeAppliedAt: p.datetime(3).nullable(),
    archivedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** A place that prompts of a project are asked in; another place is another market. Archived, it keeps its answers. */
export const Market = defineEntity({
  name: 'Market',
  tableName: 'market',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid(),
    id: p.uuid().primary(),
    name: p.text(),
    country: p.text(),
    language: p.text().nullable(),
    region: p.text().nullable(),
    city: p.text().nullable(),
    archivedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
});

/**
 * A question asked again and again. `textHash` is of the text as compared for duplicates (NFC, case-folded, trimmed),
 * and of the market where there is one.
 * `wordingOf` is the prompt whose intent this one words otherwise; that one is itself no wording.
 */
export const Prompt = defineEntity({
  name: 'Prompt',
  tableName: 'prompt',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    projectId: p.uuid(),
    /** Null: asked from the project's country. */
    marketId: p.uuid().nullable(),
    promptText: p.text(),
    textHash: p.blob(),
    platforms: p.array<Platform>().$type<Platform[]>().columnType('text[]'),
    monitoringFrequency: p.enum([...FREQUENCIES]),
    category: p.text().nullable(),
    wordingOf: p.uuid().nullable(),
    tags: p.type(TextArrayType).$type<string[]>().columnType('text[]'),
    stage: p.enum([...STAGES]).nullable(),
    persona: p.text().nullable(),
    isActive: p.boolean(),
    archivedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** Another brand tracked in a project. Removed, it leaves lists and later analyses; its mention history stays. */
export const Competitor = defineEntity({
  name: 'Competitor',
  tableName: 'competitor',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    projectId: p.uuid(),
    name: p.text(),
    aliases: p.type(TextArrayType).$type<string[]>().columnType('text[]'),
    websiteUrl: p.text(),
    description: p.text(),
    discoveryMethod: p.enum([...DISCOVERY_METHODS]),
    isActive: p.boolean(),
    removedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/**
 * A name found beside the brand, tracked (`competitorId` set) or only discovered. Mention buckets refer to it.
 * `nameKey` is the name as compared (`candidateKey`): once a project among those that are only discovered.
 * `dismissedAt`: when somebody said that it is no competitor, so that it is never tracked automatically.
 */
export const CompetitorCandidate = defineEntity({
  name: 'CompetitorCandidate',
  tableName: 'competitor_candidate',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    projectId: p.uuid(),
    name: p.text(),
    nameKey: p.text(),
    competitorId: p.uuid().nullable(),
    dismissedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
});

/**
 * Something of a project that changed, told beside its numbers; appended in the transaction of the change and never
 * altered. `text` is a sentence for people. A note is one that people wrote, and may remove by its id.
 */
export const ProjectChange = defineEntity({
  name: 'ProjectChange',
  tableName: 'project_change',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    at: p.datetime(3).primary(),
    id: p.uuid().primary(),
    kind: p.enum([...PROJECT_CHANGES]),
    text: p.text(),
  },
});

/**
 * What people typed into a search engine before it showed them the customer's site. `leadHash` is of the term that
 * leads the group of nearly the same words.
 */
export const SearchTerm = defineEntity({
  name: 'SearchTerm',
  tableName: 'search_term',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    source: p.enum([...SEARCH_TERM_SOURCES]).primary(),
    termHash: p.blob().primary(),
    leadHash: p.blob(),
    term: p.text(),
    stage: p.enum([...STAGES]).nullable(),
    clicks: p.integer(),
    impressions: p.integer(),
    position: p.float().nullable(),
    firstDay: p.date().nullable(),
    lastDay: p.date().nullable(),
  },
});

/** When a model, as its platform names it, first answered a question of a project. */
export const ServedModel = defineEntity({
  name: 'ServedModel',
  tableName: 'served_model',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    platform: p.enum([...PLATFORMS]).primary(),
    model: p.text().primary(),
    firstAt: p.datetime(3),
  },
});

/** When an answer that was asked for by a version of the method first came to a project. */
export const ServedMethod = defineEntity({
  name: 'ServedMethod',
  tableName: 'served_method',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    platform: p.enum([...PLATFORMS]).primary(),
    requestVersion: p.smallint().primary(),
    firstAt: p.datetime(3),
  },
});
