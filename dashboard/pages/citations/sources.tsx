import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { count, plural } from '../../format.ts';
import { shownOf } from '../../page-filters.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Button } from '../../ui/button.tsx';
import { DOMAIN_COLUMNS, Host, OwnershipTag } from '../../ui/domain.tsx';
import { CaretIcon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import { CitedPages } from '../cited-pages/cited-pages-table.tsx';
import { type CitationsProject, type CitedDomain, useCitationFilters, type useCitations } from './citations.data.ts';
import styles from './citations.module.css';
import { gapFinding, sourceFinding, WORDS } from './citations.words.ts';
import { DomainTable } from './domain-table.tsx';

interface Props {
  project: CitationsProject;
  /** Those that were asked for so far, at least one. */
  domains: readonly CitedDomain[];
  first: CitedDomain;
  total: number;
  /** Accepted answers of the period. */
  answers: number;
  rivalId: string | undefined;
  asked: ReturnType<typeof useCitations>;
}

/** The finding with its bars, the pages that are gaps, and the table of domains. */
export function Sources({ project, domains, first, total, answers, rivalId, asked }: Props) {
  const [filters] = useCitationFilters();
  const isGaps = shownOf(filters).word === 'gaps';
  const { name, brandName } = project;
  return (
    <>
      <Section
        label={isGaps ? 'Gaps' : 'Sources'}
        finding={isGaps ? gapFinding(first, total, brandName) : sourceFinding(first, answers, brandName)}
        note={isGaps ? WORDS.aGapThreeOrMoreAnswersThatCite : <GapNote domains={domains} brand={brandName} />}
      >
        <SourceBars project={name} brand={brandName} domains={domains} />
      </Section>
      {isGaps && <GapPages brand={brandName} rivalId={rivalId} />}
      <section className={styles.list}>
        <h2 className={styles.title}>{isGaps ? WORDS.domainsThatAreGaps : 'Domains'}</h2>
        <DomainTable domains={domains} rivalId={rivalId} marksGaps={!isGaps} />
        <p className={styles.note}>
          {`${count(domains.length)} of ${plural(total, 'domain')}. Share is of all citations. Days are UTC.`}
          {asked.hasNextPage && WORDS.sortingAppliesToTheRowsShown}
        </p>
        {asked.hasNextPage && (
          <Button onClick={() => asked.fetchNextPage()} disabled={asked.isFetching}>
            More domains
          </Button>
        )}
      </section>
    </>
  );
}

/** How many of the listed domains are gaps, and the way to them. */
function GapNote({ domains, brand }: { domains: readonly CitedDomain[]; brand: string }) {
  const [, setFilters] = useCitationFilters();
  const gaps = domains.filter(({ isGap }) => isGap).length;
  if (gaps === 0) return WORDS.noneOfTheDomainsBelowIsAGap;
  const sources = gaps === 1 ? WORDS.oneDomainBelowIsAGap : `${count(gaps)} domains below are gaps`;
  return (
    <>
      <span className={styles.gapNote}>{`${sources}: cited where competitors are named and ${brand} is not.`}</span>
      <Button isSmall onClick={() => setFilters({ show: 'gaps', domain: undefined })}>
        Show gaps
      </Button>
    </>
  );
}

const BARS_MAX = 8;

interface SourceBarsProps {
  /** Of the file. */
  project: string;
  brand: string;
  domains: readonly CitedDomain[];
}

/** The first domains as bars, as long as the answers that cite them; in yellow those that name the brand. */
function SourceBars({ project, brand, domains }: SourceBarsProps) {
  const drawn = domains.slice(0, BARS_MAX);
  const longest = Math.max(1, ...drawn.map(({ responseCount }) => responseCount));
  return (
    <Figure
      title={WORDS.answersThatCiteEachDomain}
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
      <span className={styles.sourceBarsDomain}>
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

interface GapPagesProps {
  brand: string;
  /** The one tracked competitor, where there is but one. */
  rivalId: string | undefined;
}

/** The pages of all domains that are gaps, asked for once they are opened: they cost as much as the domains. */
function GapPages({ brand, rivalId }: GapPagesProps) {
  const [{ pages }, setFilters] = useCitationFilters();
  const isOpen = pages !== undefined;
  return (
    <section className={styles.list}>
      <h2 className={styles.title}>
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          onClick={() => setFilters({ pages: isOpen ? undefined : 'gaps' })}
        >
          <CaretIcon />
          {`Pages cited where competitors are named and ${brand} is not`}
        </button>
      </h2>
      {isOpen && <CitedPages gaps rivalId={rivalId} />}
    </section>
  );
}
