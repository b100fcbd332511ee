import DataLoader from 'dataloader';
import { absences, absencesOfHistory, type OwnedResource } from '../../core/access/access.js';
import { alertSettingsOfProjects } from '../../core/alert-settings/alert-settings.js';
import { alertsOfProjects } from '../../core/alerts/alerts.js';
import { analysesOfProjects } from '../../core/analysis-state/project-analysis.js';
import {
  type AnswerPlace,
  answersAt,
  answersOfProjects,
  countAnswersOfProjects,
} from '../../core/answers/answer.reads.js';
import { ANSWER_PARTS, type AnswerPart, type AnswerView } from '../../core/answers/answer.schema.js';
import { brandingOfPrompts } from '../../core/branding/branded-prompts.js';
import { changesOfProjects } from '../../core/changes/changes.js';
import {
  competitorBriefsOfProjects,
  competitorsOfProjects,
  findCompetitors,
  plainCompetitorsOfProjects,
} from '../../core/competitors/competitor.reads.js';
import { samplesOfCandidates, suggestionsOfProjects } from '../../core/competitors/suggestions.js';
import type { Context } from '../../core/context.js';
import { toneAgreementOfProjects } from '../../core/corrections/tone-agreement.js';
import type { ServiceError } from '../../core/errors.js';
import { feedsOf } from '../../core/feeds/feeds.js';
import { judgeHistoriesOfProjects } from '../../core/judge-history/judge-history.js';
import { findMarkets, marketsOfProjects, marketsOfPrompts } from '../../core/markets/market.reads.js';
import { adjustedConfidenceOfProjects, adjustedTrendOfProjects } from '../../core/metrics/adjusted-confidence.js';
import { placesOfProjects } from '../../core/metrics/brand-places.js';
import { standingsOfProjects } from '../../core/metrics/brand-standings.js';
import { brandTrendsOfProjects } from '../../core/metrics/brand-trends.js';
import { brandsOfProjects } from '../../core/metrics/brands.js';
import { cellsOfProjects } from '../../core/metrics/cells.js';
import { citationsOfProjects } from '../../core/metrics/citations.js';
import { citedPagesOfProjects } from '../../core/metrics/cited-pages.js';
import { comparePlatforms, compareVisibility } from '../../core/metrics/comparison.js';
import { evenScoresOfProjects } from '../../core/metrics/even-score.js';
import { lastAnswersOfProjects, lastAnswersOfPrompts } from '../../core/metrics/last-answers.js';
import { countMentionsOfProjects, mentionsOfProjects } from '../../core/metrics/mentions.js';
import type { Period } from '../../core/metrics/metric-query.js';
import { ownershipOfProjects } from '../../core/metrics/ownership.js';
import { segmentsOfProjects } from '../../core/metrics/prompt-segments.js';
import { trendsOfPrompts, visibilityOfPrompts } from '../../core/metrics/prompt-visibility.js';
import { searchesOfProjects } from '../../core/metrics/searches.js';
import { sentimentOfProjects } from '../../core/metrics/sentiment.js';
import { servedModelsOfProjects } from '../../core/metrics/served-models.js';
import { toneSharesOfProjects } from '../../core/metrics/tone-shares.js';
import { platformTrendsOfProjects, pooledTrendOfProjects } from '../../core/metrics/trend.js';
import { visibilityOfProjects } from '../../core/metrics/visibility.js';
import { identitiesOfHolders } from '../../core/people/providers/identities.js';
import { findProjects } from '../../core/projects/project.reads.js';
import { findScoredProjects } from '../../core/projects/scored-projects.js';
import {
  findPrompts,
  promptBriefsOfProjects,
  promptPagesOfProjects,
  promptsOfProjects,
  promptTagsOfProjects,
} from '../../core/prompts/prompt.reads.js';
import { duplicatesOfProjects } from '../../core/prompts/prompt-duplicates.js';
import { likelyWordingsOfProjects, wordingCountsOfPrompts, wordingsOfPrompts } from '../../core/prompts/wordings.js';
import { schedulesOfProjects } from '../../core/reports/report-schedules.js';
import { pagesOfReports, reportsOfProjects } from '../../core/reports/reports.js';
import { monitoringOfProjects, nextRunsOfPrompts } from '../../core/runs/monitoring.js';
import { qualityOfProjects } from '../../core/runs/quality.js';
import {
  countRunsOfProjects,
  lastRunsOfPrompts,
  type RunFilter,
  type RunPage,
  runsOfProjects,
} from '../../core/runs/run-list.js';
import { sampleSizeOfProjects } from '../../core/sample-size/sample-size.reads.js';
import { searchTermFilesOfProjects } from '../../core/search-terms/search-terms.js';
import { shareLinksOf } from '../../core/shares/share-links.js';
import { promptSuggestionsOfProjects } from '../../core/suggestions/suggested-prompts.js';

export interface RunRequest {
  period: Period;
  filter: RunFilter;
}

/** Loaders of one operation. */
export type Loaders = ReturnType<typeof createLoaders>;

/**
 * The plural verbs of the core, batched over one operation: each kind of field costs one statement for each set of
 * arguments, however many projects it is asked of. Fields share the returned values; none changes one. A verb takes
 * ids and one query, as JSON equal for equal questions; `null` where it takes none.
 */
export function createLoaders(core: Context) {
  /** A context of their own, as what is remembered by context must not outlast a write. */
  const ctx = { ...core };
  const absent = (resource: OwnedResource) => (ids: readonly string[]) => absences(ctx, resource, ids);
  const [project, prompt, competitor] = [absent('project'), absent('prompt'), absent('competitor')];
  /** Archived projects have numbers too. */
  const history = (ids: readonly string[]) => absencesOfHistory(ctx, ids);
  const load = <Query, Value>(verb: Verb<Query, Value>, whyAbsent: Absences) =>
    new PluralLoader((ids, query: Query) => verb(ctx, ids, query), whyAbsent);
  const list = <Value>(verb: Verb<null, Value>, whyAbsent: Absences) => load(verb, whyAbsent);
  return {
    project: list(findProjects, project),
    prompt: list(findPrompts, prompt),
    competitor: list(findCompetitors, competitor),
    market: list(findMarkets, absent('market')),
    scoredProject: load(findScoredProjects, project),

    promptsOf: list(promptsOfProjects, project),
    promptBriefsOf: list(promptBriefsOfProjects, project),
    promptPagesOf: load(promptPagesOfProjects, project),
    promptTagsOf: list(promptTagsOfProjects, project),
    marketsOf: load(marketsOfProjects, history),
    shareLinksOf: list(shareLinksOf, project),
    feedsOf: list(feedsOf, project),
    promptDuplicatesOf: load(duplicatesOfProjects, project),
    wordingCountOf: list(wordingCountsOfPrompts, prompt),
    wordingsOf: list(wordingsOfPrompts, prompt),
    likelyWordingsOf: load(likelyWordingsOfProjects, project),
    sampleSizeOf: load(sampleSizeOfProjects, project),
    promptSuggestionsOf: load(promptSuggestionsOfProjects, project),
    searchTermFilesOf: list(searchTermFilesOfProjects, project),
    competitorsOf: list(competitorsOfProjects, project),
    /** Without the aggregates. */
    plainCompetitorsOf: list(plainCompetitorsOfProjects, project),
    competitorBriefsOf: list(competitorBriefsOfProjects, project),
    suggestionsOf: load(suggestionsOfProjects, history),
    /** By candidate. */
    sampleOf: load(samplesOfCandidates, absent('candidate')),

    visibilityOf: load(visibilityOfProjects, history),
    comparisonOf: load(compareVisibility, history),
    platformComparisonsOf: load(comparePlatforms, history),
    servedModelsOf: load(servedModelsOfProjects, history),
    pooledTrendOf: load(pooledTrendOfProjects, history),
    platformTrendsOf: load(platformTrendsOfProjects, history),
    adjustedConfidenceOf: load(adjustedConfidenceOfProjects, history),
    /** By day. */
    adjustedTrendOf: load(adjustedTrendOfProjects, history),
    cellsOf: load(cellsOfProjects, history),
    evenScoresOf: load(evenScoresOfProjects, history),
    segmentsOf: load(segmentsOfProjects, history),
    brandsOf: load(brandsOfProjects, history),
    brandTrendsOf: load(brandTrendsOfProjects, history),
    /** By the brand's project and each competitor's candidate. */
    standingsOf: load(standingsOfProjects, history),
    /** The same. */
    placesOf: load(placesOfProjects, history),
    mentionsOf: load(mentionsOfProjects, history),
    mentionCountOf: load(countMentionsOfProjects, history),
    citationsOf: load(citationsOfProjects, history),
    citedPagesOf: load(citedPagesOfProjects, history),
    searchesOf: load(searchesOfProjects, history),
    ownershipOf: list(ownershipOfProjects, history),
    sentimentOf: load(sentimentOfProjects, history),
    toneSharesOf: load(toneSharesOfProjects, history),
    toneAgreementOf: list(toneAgreementOfProjects, project),
    analysisOf: list(analysesOfProjects, history),
    judgeHistoryOf: list(judgeHistoriesOfProjects, history),
    changesOf: load(changesOfProjects, history),
    alertsOf: load(alertsOfProjects, history),
    alertSettingsOf: list(alertSettingsOfProjects, project),
    reportsOf: load(reportsOfProjects, history),
    reportSchedulesOf: list(schedulesOfProjects, project),
    reportPagesOf: list(pagesOfReports, absent('report')),
    lastAnswerOf: list(lastAnswersOfProjects, history),

    promptVisibilityOf: load(visibilityOfPrompts, prompt),
    promptTrendsOf: load(trendsOfPrompts, prompt),
    brandingOf: list(brandingOfPrompts, prompt),
    marketOfPrompt: list(marketsOfPrompts, prompt),
    lastAnswerOfPrompt: list(lastAnswersOfPrompts, prompt),

    responsesOf: load(answersOfProjects, history),
    responseCountOf: load(countAnswersOfProjects, history),
    responseAt: responseAtLoader(ctx),

    /** Whatever the holder: who may not see them gets none. */
    identitiesOf: list(identitiesOfHolders, async () => new Map()),

    monitoringOf: list(monitoringOfProjects, history),
    qualityOf: load(qualityOfProjects, history),
    runsOf: new PluralLoader(
      (ids, { period, filter, page }: RunRequest & { page: RunPage }) =>
        runsOfProjects(ctx, ids, period, { ...filter, ...page }),
      history,
    ),
    runCountOf: new PluralLoader(
      (ids, { period, filter }: RunRequest) => countRunsOfProjects(ctx, ids, period, filter),
      history,
    ),
    nextRunOf: list(nextRunsOfPrompts, prompt),
    lastRunsOf: list(lastRunsOfPrompts, prompt),
  };
}

type Verb<Query, Value> = (ctx: Context, ids: readonly string[], query: Query) => Promise<Map<string, Value>>;

/** An answer of which it is known where it lies, and what is read of it. */
interface ResponseAt {
  place: AnswerPlace;
  parts: readonly AnswerPart[];
}

type ResponseAtLoader = DataLoader<ResponseAt, AnswerView | null, string>;

/**
 * Gathers the answers of one tick in one statement, which reads of each the parts that any of them is asked for; null
 * for one that is gone.
 */
function responseAtLoader(ctx: Context): ResponseAtLoader {
  return new DataLoader(
    async (asked: readonly ResponseAt[]) => {
      const parts = ANSWER_PARTS.filter((part) => asked.some((one) => one.parts.includes(part)));
      const places = new Map(asked.map(({ place }) => [place.id, place]));
      const found = await answersAt(ctx, [...places.values()], parts);
      return asked.map(({ place }) => found.get(place.id) ?? null);
    },
    { cacheKeyFn: ({ place, parts }) => `${place.id} ${parts.join(' ')}` },
  );
}

/** What is asked for: which resource, and with which arguments. */
export interface LoaderRequest<Args> {
  id: string;
  args: Args;
}

/** Calls one plural verb; resources that the account does not hold are not in the map. */
type Plural<Args, Value> = (ids: readonly string[], args: Args) => Promise<Map<string, Value>>;

/** Why resources are missing from a result, by id. */
type Absences = (ids: readonly string[]) => Promise<Map<string, ServiceError>>;

/** The resources that are asked for with equal arguments. */
type OfArguments<Value> = DataLoader<string, Value>;

/**
 * Batches the requests of one tick. Those with equal arguments are one call of `ask`, whatever their number; aliases
 * with other arguments are a call each. A failed call fails only its own requests. A missing resource rejects with its
 * notFoundOrForbidden; the reasons for all missing ones of a call are one statement.
 */
export class PluralLoader<Args, Value> {
  /** By the arguments as JSON. Made when it is used: an operation uses few of the loaders that it has. */
  #loaders: Map<string, OfArguments<Value>> | undefined;
  /** The arguments of the last request: one object throughout a list, so it is turned into JSON once. */
  #last: { args: Args; loader: OfArguments<Value> } | undefined;

  constructor(
    private readonly ask: Plural<Args, Value>,
    private readonly absences: Absences,
  ) {}

  load({ id, args }: LoaderRequest<Args>): Promise<Value> {
    return this.#loaderOf(args).load(id);
  }

  /** Makes a value, or a failure, the result of a request, where it has none yet. */
  prime({ id, args }: LoaderRequest<Args>, value: Value | Error): void {
    this.#loaderOf(args).prime(id, value);
  }

  #loaderOf(args: Args): OfArguments<Value> {
    if (this.#last?.args === args) return this.#last.loader;
    const key = JSON.stringify(args);
    this.#loaders ??= new Map();
    const loader = this.#loaders.get(key) ?? new DataLoader((ids: readonly string[]) => this.#results(ids, args));
    this.#loaders.set(key, loader);
    this.#last = { args, loader };
    return loader;
  }

  /** Never rejects: a failure is the result of each id. */
  async #results(ids: readonly string[], args: Args): Promise<(Value | Error)[]> {
    try {
      const found = await this.ask(ids, args);
      const missing = ids.filter((id) => !found.has(id));
      const absent = missing.length > 0 ? await this.absences(missing) : new Map<string, ServiceError>();
      return ids.map((id) => found.get(id) ?? absent.get(id) ?? new Error('a resource is neither found nor absent'));
    } catch (error) {
      const failure = error instanceof Error ? error : new Error('a plural verb failed', { cause: error });
      return ids.map(() => failure);
    }
  }
}
