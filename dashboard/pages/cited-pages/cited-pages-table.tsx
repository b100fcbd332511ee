import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';
import { narrowedBy, readFilters } from '../../filters.ts';
import { count, day, plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { GapTag, Host, OutLink, OwnershipTag, Part } from '../../ui/domain.tsx';
import { Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { WORDS } from '../citations/citations.words.ts';
import styles from './cited-pages.module.css';

interface Props {
  /** Only pages of this domain; of all otherwise. */
  domain?: string;
  /** Only gaps. */
  gaps?: boolean;
  /** The one tracked competitor, where there is but one. */
  rivalId?: string | undefined;
}

/** Cited pages of the page's period and platforms, those in most answers first, or the widest gaps. */
export function CitedPages({ domain, gaps = false, rivalId }: Props) {
  const asked = useCitedPages({ domain: domain ?? null, gaps });
  const lists = asked.data?.pages.map(({ project }) => project?.pages);
  const rows = lists?.flatMap((list) => list?.nodes ?? []) ?? [];
  const total = lists?.[0]?.totalCount;
  if (asked.isPending && !asked.failureReason) return <Skeleton rows={2} />;
  return (
    <div className={styles.pages} aria-busy={asked.isPlaceholderData}>
      <Refusal asked={asked} />
      {lists?.includes(null) && <Missing what={WORDS.theListOfPages} retry={asked.refetch} />}
      {total === 0 && <p className={styles.note}>{WORDS.noSinglePageStandsOut}</p>}
      {total !== undefined && total > 0 && <Rows {...{ rows, total, domain, rivalId }} />}
      {asked.hasNextPage && (
        <Button isSmall onClick={() => asked.fetchNextPage()} disabled={asked.isFetching}>
          More pages
        </Button>
      )}
    </div>
  );
}

interface RowsProps extends Pick<Props, 'rivalId'> {
  rows: readonly CitedPage[];
  total: number;
  domain: string | undefined;
}

function Rows({ rows, total, domain, rivalId }: RowsProps) {
  return (
    <>
      <DataTable
        label={domain === undefined ? WORDS.pagesThatAreGaps : `Pages of ${domain}`}
        columns={columnsOf(domain !== undefined, rivalId)}
        rows={rows}
        keyOf={(page) => `${page.domain} ${page.url}`}
        stacks
      />
      <p className={styles.note}>
        {`${count(rows.length)} of ${plural(total, 'page')}. Numbers link to the answers that cite the domain.`}
      </p>
    </>
  );
}

function useCitedPages(only: { domain: string | null; gaps: boolean }) {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const filters = readFilters(useSearch({ strict: false }));
  const variables = { id, ...narrowedBy(filters), ...only };
  return useInfiniteQuery({
    queryKey: ['project', id, 'cited-pages', variables],
    queryFn: ({ pageParam, signal }) => ask(CITED_PAGES, { ...variables, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project }) => {
      const place = project?.pages?.pageInfo;
      return place?.hasNextPage ? place.endCursor : null;
    },
  });
}

function columnsOf(isOfOneDomain: boolean, rivalId: string | undefined): DataColumn<CitedPage>[] {
  const named = (page: CitedPage, is: 'brand' | 'rival') => (
    <Part
      part={is === 'brand' ? page.responseCountNamingBrand : page.competitorResponseCount}
      whole={page.responseCount}
      citing={page.domain}
      is={is}
      rivalId={rivalId}
    />
  );
  const whose: DataColumn<CitedPage> = { head: 'Type', cell: (page) => <OwnershipTag ownership={page.ownership} /> };
  return [
    { head: 'Page', cell: (page) => <Address page={page} isOfOneDomain={isOfOneDomain} /> },
    ...(isOfOneDomain ? [] : [whose]),
    { head: 'Competitor named', isNumber: true, cell: (page) => named(page, 'rival') },
    { head: 'You named', isNumber: true, cell: (page) => named(page, 'brand') },
    { head: 'First seen', isNumber: true, cell: ({ firstSeen }) => day(firstSeen) },
    { head: 'Last seen', isNumber: true, cell: ({ lastSeen }) => day(lastSeen) },
  ];
}

function Address({ page: { url, domain, isGap }, isOfOneDomain }: { page: CitedPage; isOfOneDomain: boolean }) {
  return (
    <span className={styles.address}>
      {!isOfOneDomain && <Host of={domain} />}
      <span className={styles.path}>
        <OutLink url={url} />
      </span>
      {isGap && isOfOneDomain && <GapTag />}
    </span>
  );
}

/** Cited pages, asked for once a domain is opened, or gaps are. */
const CITED_PAGES = graphql(`
  query CitedPages(
    $id: ID!
    $window: Window, $from: Date, $to: Date
    $platforms: [Platform!], $where: PromptFilter
    $domain: String
    $gaps: Boolean
    $after: String
  ) {
    project(id: $id) {
      id
      pages(where: $where, window: $window, from: $from, to: $to, platforms: $platforms, domain: $domain, gaps: $gaps, first: 25, after: $after) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          url
          domain
          ownership
          responseCount
          responseCountNamingBrand
          competitorResponseCount
          isGap
          firstSeen
          lastSeen
        }
      }
    }
  }
`);

type CitedPage = NonNullable<NonNullable<ResultOf<typeof CITED_PAGES>['project']>['pages']>['nodes'][number];
