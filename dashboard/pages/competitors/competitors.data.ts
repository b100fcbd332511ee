import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';
import { narrowedBy } from '../../filters.ts';
import { besideOf, readCompetitorFilters, toBeside } from '../../page-filters.ts';

const COMPETITORS = graphql(`
  query Competitors($id: ID!, $window: Window, $from: Date, $to: Date, $platforms: [Platform!], $where: PromptFilter) {
    project(id: $id) {
      id
      name
      brandName
      aliases
      websiteUrl
      analysis { state }
      whole: visibility(window: D90) { byPlatform { responseCount } }
      period: visibility(window: $window, from: $from, to: $to, platforms: $platforms, where: $where) { window { from to } }
      brands(window: $window, from: $from, to: $to, platforms: $platforms, where: $where, tracked: true) {
        name
        isBrand
        competitorId
        mentionCount
        responseCount
        wholeCount
        visibilityScore
        confidence: adjustedConfidence { low high }
        againstBrand { verdict difference low high }
        share
        firstNamedCount
        firstNamedPercent
        firstNamedConfidence { low high }
        meanRank
        rankedCount
        meanRankInterval { low high }
        prominence
        prominenceConfidence { low high }
        previous {
          visibilityScore
          change
          verdict
          firstNamedPercent
          firstNamedVerdict
          meanRank
          meanRankVerdict
          prominence
          prominenceVerdict
        }
      }
      competitors(first: 100) {
        nodes { id name aliases websiteUrl discoveryMethod firstSeenAt lastSeenAt }
      }
    }
  }
`);

/** The brand and chosen competitors over time. */
const BRAND_TRENDS = graphql(`
  query BrandTrends(
    $id: ID!
    $window: Window, $from: Date, $to: Date
    $platforms: [Platform!]
    $where: PromptFilter
    $competitorIds: [ID!]!
  ) {
    project(id: $id) {
      id
      brandTrends(
        window: $window, from: $from, to: $to
        platforms: $platforms
        where: $where
        competitorIds: $competitorIds
        over: 7
      ) {
        name
        isBrand
        competitorId
        points { date visibilityScore responseCount wholeCount }
      }
    }
  }
`);

/** Names that nobody tracks, a page at a time. */
const CANDIDATES = graphql(`
  query Candidates($id: ID!, $window: Window, $from: Date, $to: Date, $platforms: [Platform!], $dismissed: Boolean, $after: String) {
    project(id: $id) {
      id
      candidates(window: $window, from: $from, to: $to, platforms: $platforms, dismissed: $dismissed, first: 10, after: $after) {
        totalCount
        pageInfo { endCursor hasNextPage }
        nodes {
          id
          name
          responseCount
          listedCount
          platforms
          firstSeen
          lastSeen
          sample { text start end platform answeredAt }
        }
      }
    }
  }
`);

export const CREATE_COMPETITOR = graphql(`
  mutation CreateCompetitor($projectId: ID!, $input: CreateCompetitorInput!) {
    createCompetitor(projectId: $projectId, input: $input) { id nameAdvice { name message suggestedAliases } }
  }
`);

export const UPDATE_COMPETITOR = graphql(`
  mutation UpdateCompetitor($id: ID!, $input: UpdateCompetitorInput!) {
    updateCompetitor(id: $id, input: $input) { id nameAdvice { name message suggestedAliases } }
  }
`);

export const DELETE_COMPETITOR = graphql(`
  mutation DeleteCompetitor($id: ID!) { deleteCompetitor(id: $id) { deleted } }
`);

/** The brand's other names. */
export const ADD_BRAND_ALIAS = graphql(`
  mutation AddBrandAlias($id: ID!, $aliases: [String!]) {
    updateProject(id: $id, input: { aliases: $aliases }) { id }
  }
`);

export const DISMISS_CANDIDATE = graphql(`
  mutation DismissCandidate($id: ID!) { dismissCandidate(id: $id) { id } }
`);

export const RESTORE_CANDIDATE = graphql(`
  mutation RestoreCandidate($id: ID!) { restoreCandidate(id: $id) { id } }
`);

export type ComparedProject = NonNullable<ResultOf<typeof COMPETITORS>['project']>;
type Brand = NonNullable<ComparedProject['brands']>[number];
type TrendsProject = NonNullable<ResultOf<typeof BRAND_TRENDS>['project']>;
export type BrandTrend = NonNullable<TrendsProject['brandTrends']>[number];
export type Competitor = NonNullable<ComparedProject['competitors']>['nodes'][number];
type Candidates = NonNullable<NonNullable<ResultOf<typeof CANDIDATES>['project']>['candidates']>;
export type Candidate = Candidates['nodes'][number];

function useVariables() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const filters = useSearch({ from: '/signed-in/projects/$projectId' });
  return { id, ...narrowedBy(filters) };
}

/** The brand and its tracked competitors. */
export function useCompetitors() {
  const variables = useVariables();
  return useQuery({
    queryKey: ['project', variables.id, 'competitors', variables],
    queryFn: ({ signal }) => ask(COMPETITORS, variables, signal),
  });
}

/** Competitors that are drawn before anybody chooses. */
const DRAWN_FIRST = 3;

/** Which competitors are drawn beside the brand, and how to choose others. @param ids of all, most answers first. */
export function useBeside(ids: readonly string[]): [string[], (next: readonly string[]) => void] {
  const router = useRouter();
  const beside = besideOf(readCompetitorFilters(useSearch({ strict: false })), ids, DRAWN_FIRST);
  const choose = (next: readonly string[]) =>
    void router.navigate({
      to: '.',
      search: (now: object) => ({ ...now, beside: toBeside(next) }),
      replace: true,
      resetScroll: false,
    });
  return [beside, choose];
}

/** The brand over time, and the chosen competitors; what was drawn stays until the next is there. */
export function useBrandTrends(competitorIds: readonly string[]) {
  const variables = { ...useVariables(), competitorIds: [...competitorIds] };
  return useQuery({
    queryKey: ['project', variables.id, 'brand-trends', variables],
    queryFn: ({ signal }) => ask(BRAND_TRENDS, variables, signal),
    placeholderData: keepPreviousData,
  });
}

/**
 * Names that nobody tracks, dismissed ones or the others, a page after the other.
 * @param analysis the state of the project's analysis: once it is another, so are the names.
 */
export function useCandidates({ dismissed, analysis }: { dismissed: boolean; analysis: string | undefined }) {
  const variables = { ...useVariables(), dismissed };
  return useInfiniteQuery({
    queryKey: ['project', variables.id, 'candidates', variables, analysis],
    queryFn: ({ pageParam, signal }) => ask(CANDIDATES, { ...variables, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project }) => {
      const page = project?.candidates?.pageInfo;
      return page?.hasNextPage ? page.endCursor : null;
    },
  });
}

/** The brand or a tracked competitor, with what the answers of the period say of it. */
export interface TrackedRow {
  id: string;
  name: string;
  aliases: readonly string[];
  websiteUrl: string;
  /** Null for the brand. */
  competitor: Competitor | null;
  /** Null where no answer has been read for the name yet, which is no share of zero. */
  numbers: Brand | null;
}

/** The brand, then its competitors: those in most answers first, those that are not read for yet last. */
export function trackedRows(project: ComparedProject): TrackedRow[] {
  const { id, brandName: name, aliases, websiteUrl } = project;
  const brands = project.brands ?? [];
  const brand = { id, name, aliases, websiteUrl, competitor: null, numbers: brands.find((one) => one.isBrand) ?? null };
  const rivals = (project.competitors?.nodes ?? []).map((competitor) => ({
    ...competitor,
    competitor,
    numbers: brands.find(({ competitorId }) => competitorId === competitor.id) ?? null,
  }));
  return [brand, ...rivals.toSorted((one, other) => answersOf(other) - answersOf(one))];
}

function answersOf({ numbers }: { numbers: Brand | null }): number {
  return numbers?.responseCount ?? -1;
}

/** Whose alias a name is already, in whatever letter case; null where it is nobody's. */
export function aliasOf(rows: readonly TrackedRow[], name: string): string | null {
  const key = name.toLocaleLowerCase('en');
  return rows.find(({ aliases }) => aliases.some((alias) => alias.toLocaleLowerCase('en') === key))?.name ?? null;
}
