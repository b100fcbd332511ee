import type { Column } from '../../charts/csv.ts';
import { DOMAIN_COLUMNS } from '../../charts/domain-columns.ts';
import { Figure } from '../../charts/figure.tsx';
import { count } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Host } from '../../ui/host.tsx';
import { OwnershipTag } from '../../ui/ownership-tag.tsx';
import type { CitedDomain } from './citations.document.ts';
import styles from './source-bars.module.css';

const BARS_MAX = 8;

interface Props {
  /** Of the file. */
  project: string;
  brand: string;
  domains: readonly CitedDomain[];
}

/** The first domains as bars, as long as the answers that cite them; in yellow those that name the brand. */
export function SourceBars({ project, brand, domains }: Props) {
  const drawn = domains.slice(0, BARS_MAX);
  const longest = Math.max(1, ...drawn.map(({ responseCount }) => responseCount));
  return (
    <Figure
      title="Answers that cite each domain"
      file={`${project} cited domains`}
      columns={COLUMNS}
      rows={domains}
      legend={<Legend brand={brand} />}
    >
      <ul className={styles.bars}>
        {drawn.map((row) => (
          <Bar key={row.domain} row={row} longest={longest} />
        ))}
      </ul>
    </Figure>
  );
}

function Bar({ row, longest }: { row: CitedDomain; longest: number }) {
  const { domain, ownership, responseCount, responseCountNamingBrand } = row;
  const width = (answers: number) => ({ width: `${(100 * answers) / longest}%` });
  return (
    <li className={styles.row}>
      <span className={styles.domain}>
        <Host of={domain} />
        <OwnershipTag ownership={ownership} />
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={width(responseCount)} />
        {responseCountNamingBrand > 0 && <span className={styles.named} style={width(responseCountNamingBrand)} />}
      </span>
      <span className={styles.number}>
        <AnswersLink citing={domain}>{count(responseCount)}</AnswersLink>
      </span>
    </li>
  );
}

function Legend({ brand }: { brand: string }) {
  return (
    <span className={styles.legend}>
      <span className={styles.key} data-named="true">{`${brand} is named`}</span>
      <span className={styles.key}>not named</span>
    </span>
  );
}

const COLUMNS: readonly Column<CitedDomain>[] = [
  ...DOMAIN_COLUMNS,
  { head: 'Naming you', cell: ({ responseCountNamingBrand }) => responseCountNamingBrand, isNumber: true },
  { head: 'Naming a competitor', cell: ({ competitorResponseCount }) => competitorResponseCount, isNumber: true },
  { head: 'Gap', cell: ({ isGap }) => (isGap ? 'Yes' : 'No') },
  { head: 'First seen', cell: ({ firstSeen }) => firstSeen },
  { head: 'Last seen', cell: ({ lastSeen }) => lastSeen },
];
