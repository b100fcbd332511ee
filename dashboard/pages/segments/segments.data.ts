import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { textOf } from '../../answer-filters.ts';
import { ask } from '../../api/ask.ts';
import { graphql, type SegmentBy } from '../../api/gql.ts';
import { type Filters, narrowedBy, readFilters } from '../../filters.ts';

/** The segments of one kind, each compared with a chosen one. */
const SEGMENTS = graphql(`
  query Segments(
    $id: ID!
    $window: Window
    $from: Date
    $to: Date
    $platforms: [Platform!]
    $where: PromptFilter
    $by: SegmentBy! = CATEGORY
    $beside: String! = ""
  ) {
    project(id: $id) {
      id
      name
      brandName
      period: visibility(where: $where, window: $window, from: $from, to: $to, platforms: $platforms) {
        score
        evenScore
        evenConfidence { low high }
      }
      segments(by: $by, window: $window, from: $from, to: $to, platforms: $platforms, where: $where, first: 50) {
        key
        label
        promptCount
        intentCount
        responseCount
        brandMentionCount
        score
        confidence: adjustedConfidence { low high }
        evenScore
        firstNamedPercent
        firstNamedConfidence { low high }
        meanRank
        rankedCount
        meanRankInterval { low high }
        prominence
        prominenceConfidence { low high }
        previous { change verdict }
        previousPlaces { firstNamedVerdict meanRankVerdict prominenceVerdict }
        differsFrom(key: $beside) { verdict change interval { low high } isPaired }
      }
    }
  }
`);

export type SegmentsProject = NonNullable<ResultOf<typeof SEGMENTS>['project']>;
export type SegmentRow = NonNullable<SegmentsProject['segments']>[number];

/** By what prompts are grouped, as the address, the page and a sentence name it, in the order of the page. */
const GROUPING_BY = {
  CATEGORY: { id: 'CATEGORY', word: 'topic', name: 'Topic', kind: 'topic' },
  TAG: { id: 'TAG', word: 'tag', name: 'Tag', kind: 'tag' },
  STAGE: { id: 'STAGE', word: 'stage', name: 'Stage', kind: 'stage' },
  PERSONA: { id: 'PERSONA', word: 'persona', name: 'Persona', kind: 'persona' },
  MARKET: { id: 'MARKET', word: 'market', name: 'Market', kind: 'market' },
  COUNTRY: { id: 'COUNTRY', word: 'country', name: 'Country', kind: 'country' },
  LANGUAGE: { id: 'LANGUAGE', word: 'language', name: 'Language', kind: 'language' },
  BRANDED: { id: 'BRANDED', word: 'brand', name: 'Brand', kind: 'brand' },
} as const satisfies { readonly [By in SegmentBy]: { id: By; word: string; name: string; kind: string } };

export const GROUPINGS = Object.values(GROUPING_BY);
const DEFAULT_GROUPING = GROUPING_BY.CATEGORY;

export type Grouping = (typeof GROUPINGS)[number];

/** What the page of segments is narrowed to, besides what all pages are. */
interface SegmentFilters extends Filters {
  /** Absent: by topic. */
  by?: Grouping['word'] | undefined;
  /** The key of the segment that the others are compared with. */
  against?: string | undefined;
}

/** Undefined for what is absent, unknown or the default, as {@link readFilters} has it. */
function readSegmentFilters(search: Record<string, unknown>): SegmentFilters {
  const grouping = GROUPINGS.find(({ word }) => word === search['by']);
  return {
    ...readFilters(search),
    by: grouping === DEFAULT_GROUPING ? undefined : grouping?.word,
    against: textOf(search['against']),
  };
}

export function groupingOf({ by }: SegmentFilters): Grouping {
  return GROUPINGS.find(({ word }) => word === by) ?? DEFAULT_GROUPING;
}

/** What the page is narrowed to, and how to narrow it otherwise; the rest of the address stays. */
export function useSegmentFilters(): [SegmentFilters, (next: SegmentFilters) => void] {
  const router = useRouter();
  const filters = readSegmentFilters(useSearch({ strict: false }));
  const setFilters = (next: SegmentFilters) =>
    void router.navigate({ to: '.', search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  return [filters, setFilters];
}

/** The segments that the address asks for. */
export function useSegments() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const [filters] = useSegmentFilters();
  const variables = { id, ...narrowedBy(filters), by: groupingOf(filters).id, beside: filters.against ?? '' };
  return useQuery({
    queryKey: ['project', id, 'segments', variables],
    queryFn: ({ signal }) => ask(SEGMENTS, variables, signal),
  });
}
