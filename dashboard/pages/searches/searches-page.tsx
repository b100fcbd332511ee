import { Link } from '@tanstack/react-router';
import { ALL_PROMPTS, NO_DAYS, whereOf } from '../../filters.ts';
import { count, plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { GapTag } from '../../ui/domain.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { NextAnswers } from '../../ui/next-answers.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Searched, type SearchesProject, useSearches, useSearchFilters } from './searches.data.ts';
import styles from './searches.module.css';
import { noSearches, searchFinding, searchGapFinding, WORDS } from './searches.words.ts';

/** What the platforms searched the web for, and after which of it rivals are named and the brand is not. */
export function Searches() {
  const asked = useSearches();
  const pages = asked.data?.pages.map(({ project }) => project);
  const project = pages?.[0];
  const rows = pages?.flatMap((page) => page?.searches?.nodes ?? []) ?? [];
  return (
    <>
      <FilterBar title="Searches" />
      <ShowToggle />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {project && (
        <div className={styles.page} aria-busy={asked.isPlaceholderData}>
          <Listed project={project} rows={rows} asked={asked} />
        </div>
      )}
    </>
  );
}

const SHOWN = [
  { word: 'all', name: 'All' },
  { word: 'gaps', name: 'Gaps' },
] as const;

/** Which searches are listed: all, or gaps. */
function ShowToggle() {
  const [filters, setFilters] = useSearchFilters();
  return (
    <Tabs
      label="Searches"
      chosen={filters.show ?? 'all'}
      choices={SHOWN}
      choose={(next) => setFilters({ show: next === 'gaps' ? 'gaps' : undefined })}
    />
  );
}

interface Props {
  project: SearchesProject;
  rows: readonly Searched[];
  asked: ReturnType<typeof useSearches>;
}

function Listed({ project, rows, asked }: Props) {
  const [{ show }] = useSearchFilters();
  const { searches, visibility, brandName } = project;
  if (!searches || !visibility) return <Missing what={WORDS.theListOfSearches} retry={asked.refetch} />;
  const answers = visibility.byPlatform.reduce((sum, { responseCount }) => sum + responseCount, 0);
  const [first] = rows;
  if (!first) return <NoSearches project={project} hasAnswers={answers > 0} />;
  const isGaps = show === 'gaps';
  const total = searches.totalCount;
  return (
    <section>
      <h2 className={styles.finding}>
        <bdi>{isGaps ? searchGapFinding(first, total, brandName) : searchFinding(first, answers, brandName)}</bdi>
      </h2>
      <p className={styles.note}>{isGaps ? WORDS.aGapThreeOrMoreAnswers : WORDS.queriesAreShownAsSent}</p>
      <DataTable
        label={isGaps ? WORDS.searchesThatAreGaps : WORDS.whatThePlatformsSearchedFor}
        columns={columnsOf(!isGaps)}
        rows={rows}
        keyOf={({ query }) => query}
        stacks
      />
      <p className={styles.note}>
        {`${count(rows.length)} of ${plural(total, 'search', 'searches')}. Days are UTC.`}
        {asked.hasNextPage && WORDS.sortingAppliesToTheRowsShown}
      </p>
      {asked.hasNextPage && (
        <Button onClick={() => asked.fetchNextPage()} disabled={asked.isFetching}>
          More searches
        </Button>
      )}
    </section>
  );
}

function columnsOf(marksGaps: boolean): DataColumn<Searched>[] {
  const part = (some: number, { responseCount }: Searched) => `${count(some)} of ${count(responseCount)}`;
  return [
    {
      head: 'Search',
      cell: ({ query, isGap }) => (
        <span className={styles.query}>
          <bdi>{query}</bdi>
          {marksGaps && isGap && <GapTag />}
        </span>
      ),
      sortBy: ({ query }) => query,
    },
    {
      head: 'Platforms',
      cell: ({ platforms }) => (
        <span className={styles.platforms}>
          {platforms.map((platform) => (
            <PlatformName key={platform} platform={platform} />
          ))}
        </span>
      ),
    },
    {
      head: 'Answers',
      isNumber: true,
      cell: ({ responseCount }) => count(responseCount),
      sortBy: ({ responseCount }) => responseCount,
    },
    {
      head: 'Competitor named',
      isNumber: true,
      cell: (row) => part(row.namingCompetitorCount, row),
      sortBy: ({ namingCompetitorCount }) => namingCompetitorCount,
    },
    {
      head: 'You named',
      isNumber: true,
      cell: (row) => part(row.namingBrandCount, row),
      sortBy: ({ namingBrandCount }) => namingBrandCount,
    },
    {
      head: 'Prompts',
      isNumber: true,
      cell: ({ promptCount }) => count(promptCount),
      sortBy: ({ promptCount }) => promptCount,
    },
  ];
}

const WIDEST = { window: '90d', platforms: undefined, ...NO_DAYS, ...ALL_PROMPTS } as const;

/** Why the list is empty, and the one next step. */
function NoSearches({ project, hasAnswers }: { project: SearchesProject; hasAnswers: boolean }) {
  const [filters, setFilters] = useSearchFilters();
  const { show } = filters;
  if (!hasAnswers && whereOf(filters)) {
    return (
      <Empty title={WORDS.noAnswersToThesePrompts}>
        <Button onClick={() => setFilters(ALL_PROMPTS)}>{WORDS.showAllPrompts}</Button>
      </Empty>
    );
  }
  if (!hasAnswers) {
    return (
      <Empty title={WORDS.noAnswersInThisPeriod}>
        <NextAnswers />
      </Empty>
    );
  }
  const needsRivals = show === 'gaps' && project.competitors?.nodes.length === 0;
  return (
    <Empty title={noSearches(show === 'gaps', project.brandName)}>
      {needsRivals ? (
        <p>
          {WORDS.noCompetitorIsTrackedYet}
          <Link to="/projects/$projectId/competitors" params={{ projectId: project.id }} search={true}>
            Track one
          </Link>
        </p>
      ) : (
        <p>
          {WORDS.tryALongerPeriodOrMore} <Button onClick={() => setFilters(WIDEST)}>{WORDS.showAllOf90Days}</Button>
        </p>
      )}
    </Empty>
  );
}
