import { Figure } from '../../charts/figure.tsx';
import { count, plural } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { DOMAIN_COLUMNS, Host, OutLink, OwnershipTag } from '../../ui/domain.tsx';
import { Section } from '../../ui/section.tsx';
import type { Domain, OverviewProject } from './overview.data.ts';
import styles from './overview.module.css';
import { citationFinding, WORDS } from './overview.words.ts';

interface Props {
  project: OverviewProject;
  domains: readonly Domain[];
  totalCount: number;
}

/** What the platforms take it from: the domains they cite, and whose they are. */
export function Citations({ project: { name }, domains, totalCount }: Props) {
  return (
    <Section
      label="Citations"
      finding={citationFinding(domains)}
      note={`${plural(totalCount, 'domain')} in this period, on all platforms.`}
    >
      <Figure title={WORDS.mostCitedDomains} file={`${name} citations`} columns={DOMAIN_COLUMNS} rows={domains}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone */}
        <section className={styles.scroll} tabIndex={0} aria-label="Domains">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Domain</th>
                <th scope="col">Type</th>
                <th scope="col" className={styles.number}>
                  Citations
                </th>
                <th scope="col" className={styles.number}>
                  Answers
                </th>
                <th scope="col" className={styles.citationsPage}>
                  {WORDS.mostCitedPage}
                </th>
              </tr>
            </thead>
            <tbody>
              {domains.map((row) => (
                <Line key={row.domain} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      </Figure>
    </Section>
  );
}

function Line({ row: { domain, share, ownership, citationCount, responseCount, topUrls } }: { row: Domain }) {
  const [top] = topUrls;
  return (
    <tr>
      <th scope="row" className={styles.domain}>
        <Host of={domain} />
        <span className={styles.citationsShare} aria-hidden="true">
          <span style={{ width: `${share}%` }} data-own={ownership === 'OWN'} />
        </span>
      </th>
      <td>
        <OwnershipTag ownership={ownership} />
      </td>
      <td className={styles.number}>{count(citationCount)}</td>
      <td className={styles.number}>
        <AnswersLink citing={domain} platform="ALL">
          {count(responseCount)}
        </AnswersLink>
      </td>
      <td className={styles.citationsPage}>{top && <OutLink url={top.url} />}</td>
    </tr>
  );
}
