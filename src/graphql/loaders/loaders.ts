import type { z } from 'zod';
import { absences, absencesOfHistory, type OwnedResource } from '../../core/access.js';
import { analysesOfProjects, type ProjectAnalysisView } from '../../core/analysis-state/project-analysis.js';
import { findCompetitors } from '../../core/competitors/competitor.service.js';
import type { CompetitorBrief, CompetitorView, ListedCompetitorView } from '../../core/competitors/competitor.view.js';
import {
  competitorBriefsOfProjects,
  competitorsOfProjects,
  plainCompetitorsOfProjects,
} from '../../core/competitors/competitor-list.js';
import type { Context } from '../../core/context.js';
import { type CitationsPage, type CitationsView, citationsOfProjects } from '../../core/metrics/citations.js';
import { compareVisibility, type VisibilityComparison } from '../../core/metrics/comparison.js';
import { countMentionsOfProjects, type MentionsView, mentionsOfProjects } from '../../core/metrics/mentions.js';
import type { Period, provider } from '../../core/metrics/metric-query.js';
import { type OwnershipOf, ownershipOfProjects } from '../../core/metrics/ownership.js';
import { type SentimentCounts, sentimentOfProjects } from '../../core/metrics/sentiment.js';
import { type VisibilityCuts, type VisibilityScore, visibilityOfProjects } from '../../core/metrics/visibility.js';
import { findProjects } from '../../core/projects/project.service.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import type { PromptBrief, PromptView } from '../../core/prompts/prompt.view.js';
import { findPrompts, promptBriefsOfProjects, promptsOfProjects } from '../../core/prompts/prompt-list.js';
import {
  countResponsesOfProjects,
  type ResponseFilter,
  type ResponsePage,
  responsesOfProjects,
} from '../../core/responses/response.service.js';
import type { ResponsePart, ResponseView } from '../../core/responses/response.view.js';
import { type MonitoringView, monitoringOfProjects, nextRunsOfPrompts } from '../../core/runs/monitoring.js';
import { type QualityView, qualityOfProjects } from '../../core/runs/quality.js';
import {
  countRunsOfProjects,
  lastRunsOfPrompts,
  type RunFilter,
  type RunPage,
  type Runs,
  type RunView,
  runsOfProjects,
} from '../../core/runs/run-list.js';
import { findScoredProjects, type ScoredProject } from '../../core/scored-projects/scored-projects.js';
import { type BreakdownLoaders, breakdownLoaders, type ScopeRequest } from './breakdown-loaders.js';
import { PluralLoader } from './plural-loader.js';
import { type PromptLoaders, promptLoaders } from './prompt-loaders.js';
import { type ResponseAtLoader, responseAtLoader } from './response-at-loader.js';

type Provider = z.output<typeof provider>;

export interface VisibilityRequest extends ScopeRequest {
  breakdowns: VisibilityCuts;
}

export interface MentionFilter {
  period: Period;
  provider: Provider;
}

export interface PageRequest extends MentionFilter {
  limit: number;
  offset: number;
}

export interface CitationsRequest extends CitationsPage {
  period: Period;
}

export interface ResponseRequest {
  period: Period;
  filter: ResponseFilter;
}

export interface ResponsePageRequest extends ResponseRequest {
  page: ResponsePage;
  parts: ResponsePart[];
}

export interface RunRequest {
  period: Period;
  filter: RunFilter;
}

export interface RunPageRequest extends RunRequest {
  page: RunPage;
}

/**
 * The plural verbs of the core, batched over one operation: each kind of field costs one statement for each set of
 * arguments, however many projects it is asked of. Fields share the returned values; none changes one.
 */
export interface Loaders extends BreakdownLoaders, PromptLoaders {
  project: PluralLoader<null, ProjectView>;
  /** Of all prompts together: `branded` is not asked here. */
  scoredProject: PluralLoader<VisibilityRequest, ScoredProject>;
  prompt: PluralLoader<null, PromptView>;
  competitor: PluralLoader<null, CompetitorView>;
  promptsOf: PluralLoader<null, PromptView[]>;
  promptBriefsOf: PluralLoader<null, PromptBrief[]>;
  competitorsOf: PluralLoader<null, ListedCompetitorView[]>;
  /** Without the aggregates. */
  plainCompetitorsOf: PluralLoader<null, CompetitorView[]>;
  competitorBriefsOf: PluralLoader<null, CompetitorBrief[]>;
  visibilityOf: PluralLoader<VisibilityRequest, VisibilityScore>;
  comparisonOf: PluralLoader<ScopeRequest, VisibilityComparison>;
  mentionsOf: PluralLoader<PageRequest, MentionsView>;
  mentionCountOf: PluralLoader<MentionFilter, number>;
  citationsOf: PluralLoader<CitationsRequest, CitationsView>;
  ownershipOf: PluralLoader<null, OwnershipOf>;
  sentimentOf: PluralLoader<Period, SentimentCounts>;
  analysisOf: PluralLoader<null, ProjectAnalysisView>;
  responsesOf: PluralLoader<ResponsePageRequest, { entries: ResponseView[]; hasMore: boolean }>;
  responseCountOf: PluralLoader<ResponseRequest, number>;
  responseAt: ResponseAtLoader;
  monitoringOf: PluralLoader<null, MonitoringView>;
  qualityOf: PluralLoader<ScopeRequest, QualityView>;
  runsOf: PluralLoader<RunPageRequest, Runs<RunView>>;
  runCountOf: PluralLoader<RunRequest, number>;
  nextRunOf: PluralLoader<null, { nextRunAt: string | null }>;
  lastRunsOf: PluralLoader<null, RunView[]>;
}

export function createLoaders(ctx: Context): Loaders {
  return {
    ...resourceLoaders(ctx),
    ...metricLoaders(ctx),
    ...breakdownLoaders(ctx),
    ...promptLoaders(ctx),
    ...responseLoaders(ctx),
    ...runLoaders(ctx),
  };
}

function resourceLoaders(ctx: Context) {
  const absent = (resource: OwnedResource) => (ids: readonly string[]) => absences(ctx, resource, ids);
  return {
    project: new PluralLoader((ids, _: null) => findProjects(ctx, ids), absent('project')),
    scoredProject: new PluralLoader(
      (ids, { period, platforms, breakdowns }: VisibilityRequest) =>
        findScoredProjects(ctx, ids, period, platforms, breakdowns),
      absent('project'),
    ),
    prompt: new PluralLoader((ids, _: null) => findPrompts(ctx, ids), absent('prompt')),
    competitor: new PluralLoader((ids, _: null) => findCompetitors(ctx, ids), absent('competitor')),
    promptsOf: new PluralLoader((ids, _: null) => promptsOfProjects(ctx, ids), absent('project')),
    promptBriefsOf: new PluralLoader((ids, _: null) => promptBriefsOfProjects(ctx, ids), absent('project')),
    competitorsOf: new PluralLoader((ids, _: null) => competitorsOfProjects(ctx, ids), absent('project')),
    plainCompetitorsOf: new PluralLoader((ids, _: null) => plainCompetitorsOfProjects(ctx, ids), absent('project')),
    competitorBriefsOf: new PluralLoader((ids, _: null) => competitorBriefsOfProjects(ctx, ids), absent('project')),
  };
}

function metricLoaders(ctx: Context) {
  const absent = (ids: readonly string[]) => absencesOfHistory(ctx, ids);
  return {
    visibilityOf: new PluralLoader(
      (ids, { period, platforms, breakdowns, branded }: VisibilityRequest) =>
        visibilityOfProjects(ctx, ids, period, platforms, breakdowns, branded),
      absent,
    ),
    comparisonOf: new PluralLoader(
      (ids, { period, platforms, branded }: ScopeRequest) => compareVisibility(ctx, ids, period, platforms, branded),
      absent,
    ),
    mentionsOf: new PluralLoader(
      (ids, { period, ...page }: PageRequest) => mentionsOfProjects(ctx, ids, period, page),
      absent,
    ),
    mentionCountOf: new PluralLoader(
      (ids, { period, ...filter }: MentionFilter) => countMentionsOfProjects(ctx, ids, period, filter),
      absent,
    ),
    citationsOf: new PluralLoader(
      (ids, { period, ...page }: CitationsRequest) => citationsOfProjects(ctx, ids, period, page),
      absent,
    ),
    ownershipOf: new PluralLoader((ids, _: null) => ownershipOfProjects(ctx, ids), absent),
    sentimentOf: new PluralLoader((ids, period: Period) => sentimentOfProjects(ctx, ids, period), absent),
    analysisOf: new PluralLoader((ids, _: null) => analysesOfProjects(ctx, ids), absent),
  };
}

function responseLoaders(ctx: Context) {
  const absent = (ids: readonly string[]) => absencesOfHistory(ctx, ids);
  return {
    responsesOf: new PluralLoader(
      (ids, { period, filter, page, parts }: ResponsePageRequest) =>
        responsesOfProjects(ctx, ids, period, { ...filter, ...page }, parts),
      absent,
    ),
    responseCountOf: new PluralLoader(
      (ids, { period, filter }: ResponseRequest) => countResponsesOfProjects(ctx, ids, period, filter),
      absent,
    ),
    responseAt: responseAtLoader(ctx),
  };
}

function runLoaders(ctx: Context) {
  const absent = (ids: readonly string[]) => absencesOfHistory(ctx, ids);
  const absentPrompt = (ids: readonly string[]) => absences(ctx, 'prompt', ids);
  return {
    monitoringOf: new PluralLoader((ids, _: null) => monitoringOfProjects(ctx, ids), absent),
    qualityOf: new PluralLoader(
      (ids, { period, platforms }: ScopeRequest) => qualityOfProjects(ctx, ids, period, platforms),
      absent,
    ),
    runsOf: new PluralLoader(
      (ids, { period, filter, page }: RunPageRequest) => runsOfProjects(ctx, ids, period, { ...filter, ...page }),
      absent,
    ),
    runCountOf: new PluralLoader(
      (ids, { period, filter }: RunRequest) => countRunsOfProjects(ctx, ids, period, filter),
      absent,
    ),
    nextRunOf: new PluralLoader((ids, _: null) => nextRunsOfPrompts(ctx, ids), absentPrompt),
    lastRunsOf: new PluralLoader((ids, _: null) => lastRunsOfPrompts(ctx, ids), absentPrompt),
  };
}
