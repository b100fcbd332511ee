import { shownOf } from '../../citation-filters.ts';
import { count, plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import type { CitationsProject, CitedDomain } from './citations.document.ts';
import styles from './citations.module.css';
import { gapFinding, sourceFinding } from './citations.words.ts';
import { DomainTable } from './domain-table.tsx';
import { GapPages } from './gap-pages.tsx';
import { SourceBars } from './source-bars.tsx';
import { useCitationFilters, type useCitations } from './use-citations.ts';

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
        note={isGaps ? WHAT_A_GAP_IS : <GapNote domains={domains} brand={brandName} />}
      >
        <SourceBars project={name} brand={brandName} domains={domains} />
      </Section>
      {isGaps && <GapPages brand={brandName} rivalId={rivalId} />}
      <section className={styles.list}>
        <h2 className={styles.title}>{isGaps ? 'Domains that are gaps' : 'Domains'}</h2>
        <DomainTable domains={domains} rivalId={rivalId} marksGaps={!isGaps} />
        <p className={styles.note}>
          {`${count(domains.length)} of ${plural(total, 'domain')}. Share is of all citations. Days are UTC.`}
          {asked.hasNextPage && ' Sorting applies to the rows shown.'}
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

const WHAT_A_GAP_IS =
  'A gap: three or more answers that cite the source name a competitor and not you, and none, or clearly fewer, name ' +
  'you. Your own site is never a gap. With few answers, a gap is a hint where to look, not proof.';

/** How many of the listed domains are gaps, and the way to them. */
function GapNote({ domains, brand }: { domains: readonly CitedDomain[]; brand: string }) {
  const [, setFilters] = useCitationFilters();
  const gaps = domains.filter(({ isGap }) => isGap).length;
  if (gaps === 0) return 'None of the domains below is a gap.';
  const sources = gaps === 1 ? 'One domain below is a gap' : `${count(gaps)} domains below are gaps`;
  return (
    <>
      <span className={styles.gapNote}>{`${sources}: cited where competitors are named and ${brand} is not.`}</span>
      <Button isSmall onClick={() => setFilters({ show: 'gaps', domain: undefined })}>
        Show gaps
      </Button>
    </>
  );
}
