import type { ReactNode } from 'react';
import type { Verdict } from '../../api/gql.ts';
import { periodOf, useFilters, whereOf } from '../../filters.ts';
import { count, percent } from '../../format.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { FileLinks } from '../../ui/file-links.tsx';
import { Section } from '../../ui/section.tsx';
import type { ComparedProject, TrackedRow } from './competitors.data.ts';
import styles from './competitors.module.css';
import { boundsOf, placesFinding, rankOf, WORDS } from './competitors.words.ts';
import { Move } from './verdicts.tsx';

/** Where answers name the brand and each tracked competitor: first, at which rank, and how early. */
export function Places({ project, rows }: { project: ComparedProject; rows: readonly TrackedRow[] }) {
  const placed = rows.filter(({ numbers }) => numbers !== null && numbers.wholeCount > 0);
  return (
    <Section
      label={WORDS.placeInTheAnswer}
      finding={placesFinding(project.brands ?? [])}
      note={
        <>
          {WORDS.firstMeansBeforeEveryOther} <File projectId={project.id} />
        </>
      }
    >
      <DataTable label={WORDS.whereAnswersNameEach} columns={COLUMNS} rows={placed} keyOf={({ id }) => id} stacks />
    </Section>
  );
}

/** The service's own file, with all intervals and verdicts; it knows period and platforms alone. */
function File({ projectId }: { projectId: string }) {
  const [filters] = useFilters();
  if (whereOf(filters) !== null) return null;
  const { from, to, platforms } = filters;
  const days = from && to ? { from, to } : { window: periodOf(filters).word ?? '' };
  const search = new URLSearchParams({ project: projectId, ...days });
  if (platforms) search.set('platforms', platforms.join(','));
  return (
    <>
      {WORDS.allOfThemAs} <FileLinks kind="brands" search={search} label={WORDS.allOfThemAs} />
    </>
  );
}

const COLUMNS: readonly DataColumn<TrackedRow>[] = [
  {
    head: 'Name',
    cell: ({ name, competitor }) => (
      <span className={styles.name}>{competitor ? name : <span className={styles.brand}>{name}</span>}</span>
    ),
    sortBy: ({ name }) => name,
  },
  {
    head: 'Named first',
    isNumber: true,
    cell: ({ numbers }) => <First of={numbers} />,
    sortBy: ({ numbers }) => numbers?.firstNamedPercent ?? null,
  },
  {
    head: 'Rank in lists',
    isNumber: true,
    cell: ({ numbers }) => <Rank of={numbers} />,
    sortBy: ({ numbers }) => numbers?.meanRank ?? null,
  },
  {
    head: 'Early in the text',
    isNumber: true,
    cell: ({ numbers }) => <Early of={numbers} />,
    sortBy: ({ numbers }) => numbers?.prominence ?? null,
  },
];

type Of = { of: TrackedRow['numbers'] };

function First({ of: numbers }: Of) {
  if (!numbers || numbers.firstNamedPercent === null) return '–';
  const { previous, firstNamedConfidence: interval, firstNamedCount } = numbers;
  return (
    <Cell
      value={percent(numbers.firstNamedPercent)}
      basis={`${count(firstNamedCount ?? 0)} of ${count(numbers.wholeCount)}`}
      interval={interval && boundsOf(interval)}
      before={previous && previous.firstNamedPercent !== null ? percent(previous.firstNamedPercent) : null}
      verdict={previous?.firstNamedVerdict ?? null}
    />
  );
}

function Rank({ of: numbers }: Of) {
  if (!numbers || numbers.rankedCount === null) return '–';
  if (numbers.meanRank === null) return <span className={styles.note}>{WORDS.theAnswerRanksItNowhere}</span>;
  const { previous, meanRankInterval: interval } = numbers;
  return (
    <Cell
      value={rankOf(numbers.meanRank)}
      basis={`in ${count(numbers.rankedCount)} of ${count(numbers.responseCount)}`}
      interval={interval && `${rankOf(interval.low)} to ${rankOf(interval.high)}`}
      before={previous && previous.meanRank !== null ? rankOf(previous.meanRank) : null}
      verdict={previous?.meanRankVerdict ?? null}
    />
  );
}

function Early({ of: numbers }: Of) {
  if (!numbers || numbers.prominence === null) return '–';
  const { previous, prominenceConfidence: interval } = numbers;
  return (
    <Cell
      value={percent(numbers.prominence)}
      basis={`of ${count(numbers.responseCount)}`}
      interval={interval && boundsOf(interval)}
      before={previous && previous.prominence !== null ? percent(previous.prominence) : null}
      verdict={previous?.prominenceVerdict ?? null}
    />
  );
}

interface CellProps {
  value: ReactNode;
  /** The answers that it is of. */
  basis: string;
  interval: string | null;
  /** The value of the period before, and whether the difference is a move; null where there is none. */
  before: string | null;
  verdict: Verdict | null;
}

function Cell({ value, basis, interval, before, verdict }: CellProps) {
  return (
    <div className={styles.figures}>
      <strong>{value}</strong>
      <span className={styles.note}>{basis}</span>
      {interval !== null && <span className={styles.note}>{interval}</span>}
      {before !== null && <span className={styles.note}>{`from ${before}`}</span>}
      {before !== null && verdict && <Move verdict={verdict} />}
    </div>
  );
}
