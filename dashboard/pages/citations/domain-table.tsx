import { count, day, percent } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { GapTag, Host, OwnershipTag, Part } from '../../ui/domain.tsx';
import { CaretIcon } from '../../ui/icons.tsx';
import { CitedPages } from '../cited-pages/cited-pages-table.tsx';
import { type CitedDomain, useCitationFilters } from './citations.data.ts';
import styles from './citations.module.css';
import { WORDS } from './citations.words.ts';

interface Props {
  domains: readonly CitedDomain[];
  rivalId: string | undefined;
  /** Not where all of them are. */
  marksGaps: boolean;
}

/** A row a domain, which opens to its pages. */
export function DomainTable({ domains, rivalId, marksGaps }: Props) {
  const [{ domain: open }] = useCitationFilters();
  return (
    <DataTable
      label="Cited domains"
      columns={columnsOf(rivalId, marksGaps)}
      rows={domains}
      keyOf={({ domain }) => domain}
      below={({ domain }) => (domain === open ? <CitedPages domain={domain} rivalId={rivalId} /> : null)}
      stacks
    />
  );
}

function Domain({ row: { domain }, isMarked }: { row: CitedDomain; isMarked: boolean }) {
  const [{ domain: open }, setFilters] = useCitationFilters();
  const isOpen = domain === open;
  return (
    <span className={styles.domain}>
      <button
        type="button"
        className={styles.open}
        aria-expanded={isOpen}
        title={isOpen ? WORDS.hideItsPages : WORDS.showItsPages}
        onClick={() => setFilters({ domain: isOpen ? undefined : domain })}
      >
        <CaretIcon />
        <Host of={domain} />
      </button>
      {isMarked && <GapTag />}
    </span>
  );
}

function columnsOf(rivalId: string | undefined, marksGaps: boolean): DataColumn<CitedDomain>[] {
  const part = (row: CitedDomain, is: 'brand' | 'rival') => (
    <Part
      part={is === 'brand' ? row.responseCountNamingBrand : row.competitorResponseCount}
      whole={row.responseCount}
      citing={row.domain}
      is={is}
      rivalId={rivalId}
    />
  );
  const all = ({ domain, responseCount }: CitedDomain) => (
    <AnswersLink citing={domain}>{count(responseCount)}</AnswersLink>
  );
  const seen = ({ firstSeen, lastSeen }: CitedDomain) => (
    <span className={styles.days}>{`${day(firstSeen)} – ${day(lastSeen)}`}</span>
  );
  return [
    {
      head: 'Domain',
      cell: (row) => <Domain row={row} isMarked={marksGaps && row.isGap} />,
      sortBy: ({ domain }) => domain,
    },
    {
      head: 'Type',
      cell: ({ ownership }) => <OwnershipTag ownership={ownership} />,
      sortBy: ({ ownership }) => ownership,
    },
    { head: 'Answers', isNumber: true, cell: all, sortBy: (row) => row.responseCount },
    {
      head: 'Competitor named',
      isNumber: true,
      cell: (row) => part(row, 'rival'),
      sortBy: (row) => row.competitorResponseCount,
    },
    {
      head: 'You named',
      isNumber: true,
      cell: (row) => part(row, 'brand'),
      sortBy: (row) => row.responseCountNamingBrand,
    },
    {
      head: 'Citations',
      isNumber: true,
      cell: ({ citationCount }) => count(citationCount),
      sortBy: ({ citationCount }) => citationCount,
    },
    { head: 'Share', isNumber: true, cell: ({ share }) => percent(share), sortBy: ({ share }) => share },
    { head: 'First – last seen', isNumber: true, cell: seen, sortBy: ({ firstSeen }) => firstSeen },
  ];
}
