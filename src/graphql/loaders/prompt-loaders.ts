import { absences, absencesOfHistory } from '../../core/access.js';
import { brandingOfPrompts } from '../../core/branding/branded-questions.js';
import type { Context } from '../../core/context.js';
import { type LastAnswer, lastAnswersOfProjects, lastAnswersOfPrompts } from '../../core/metrics/last-answers.js';
import {
  type PromptScore,
  type PromptTrends,
  trendsOfPrompts,
  visibilityOfPrompts,
} from '../../core/metrics/prompt-visibility.js';
import { type Duplicate, duplicatesOfProjects } from '../../core/prompts/prompt-duplicates.js';
import {
  type PromptFilter,
  type PromptPage,
  type PromptPlace,
  type PromptTag,
  promptPagesOfProjects,
  promptTagsOfProjects,
} from '../../core/prompts/prompt-page.js';
import type { ScopeRequest, TrendRequest } from './breakdown-loaders.js';
import { PluralLoader } from './plural-loader.js';

export interface PromptPageRequest {
  filter: PromptFilter;
  place: PromptPlace;
}

/** Which prompts projects have, and what the answers to prompts say. */
export interface PromptLoaders {
  promptPagesOf: PluralLoader<PromptPageRequest, PromptPage>;
  promptTagsOf: PluralLoader<null, PromptTag[]>;
  promptDuplicatesOf: PluralLoader<readonly string[], Duplicate[]>;
  promptVisibilityOf: PluralLoader<ScopeRequest, PromptScore>;
  promptTrendsOf: PluralLoader<TrendRequest, PromptTrends>;
  brandingOf: PluralLoader<null, { isBranded: boolean }>;
  lastAnswerOfPrompt: PluralLoader<null, LastAnswer>;
  lastAnswerOf: PluralLoader<null, LastAnswer>;
}

export function promptLoaders(ctx: Context): PromptLoaders {
  const absent = (ids: readonly string[]) => absences(ctx, 'prompt', ids);
  const absentProject = (ids: readonly string[]) => absencesOfHistory(ctx, ids);
  const absentList = (ids: readonly string[]) => absences(ctx, 'project', ids);
  return {
    promptPagesOf: new PluralLoader(
      (ids, { filter, place }: PromptPageRequest) => promptPagesOfProjects(ctx, ids, filter, place),
      absentList,
    ),
    promptTagsOf: new PluralLoader((ids, _: null) => promptTagsOfProjects(ctx, ids), absentList),
    promptDuplicatesOf: new PluralLoader(
      (ids, texts: readonly string[]) => duplicatesOfProjects(ctx, ids, texts),
      absentList,
    ),
    promptVisibilityOf: new PluralLoader(
      (ids, { period, platforms }: ScopeRequest) => visibilityOfPrompts(ctx, ids, period, platforms),
      absent,
    ),
    promptTrendsOf: new PluralLoader(
      (ids, { period, platforms, over }: TrendRequest) => trendsOfPrompts(ctx, ids, period, platforms, over),
      absent,
    ),
    brandingOf: new PluralLoader((ids, _: null) => brandingOfPrompts(ctx, ids), absent),
    lastAnswerOfPrompt: new PluralLoader((ids, _: null) => lastAnswersOfPrompts(ctx, ids), absent),
    lastAnswerOf: new PluralLoader((ids, _: null) => lastAnswersOfProjects(ctx, ids), absentProject),
  };
}
