import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { count, longDay } from '../../format.ts';
import { Section } from '../../ui/section.tsx';
import type { Credits as CreditsOfMonth } from './runs.data.ts';
import styles from './runs.module.css';
import { creditsFinding, creditsNote, WORDS } from './runs.words.ts';

/** What the account has used of its month, and what the month will take. */
export function Credits({ credits }: { credits: CreditsOfMonth }) {
  const { used, limit, forecast, resetsAt } = credits;
  const whole = Math.max(limit, forecast ?? 0, used, 1);
  const width = (value: number) => `${(100 * value) / whole}%`;
  return (
    <Section label="Credits" finding={creditsFinding(credits)} note={creditsNote(credits)}>
      <Figure title={WORDS.creditsOfThisMonth} file={WORDS.creditsOfThisMonthInline} columns={COLUMNS} rows={[credits]}>
        <div className={styles.track} aria-hidden="true">
          {forecast !== null && <span className={styles.forecast} style={{ width: width(forecast) }} />}
          <span className={styles.used} style={{ width: width(used) }} />
          <span className={styles.limit} style={{ left: width(limit) }} />
        </div>
        <dl className={styles.values}>
          <Value kind="used" name="Used" value={count(used)} />
          <Value kind="forecast" name={WORDS.byTheEndOfTheMonth} value={forecast === null ? '–' : count(forecast)} />
          <Value kind="limit" name={WORDS.inYourPlan} value={count(limit)} />
          <Value name={WORDS.newOnesOn} value={longDay(resetsAt)} />
        </dl>
      </Figure>
    </Section>
  );
}

function Value({ kind, name, value }: { kind?: string; name: string; value: string }) {
  return (
    <div>
      <dt className={styles.creditsName} data-kind={kind}>
        {name}
      </dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}

const COLUMNS: readonly Column<CreditsOfMonth>[] = [
  { head: 'Used', cell: ({ used }) => used, isNumber: true },
  { head: 'By the end of the month', cell: ({ forecast }) => forecast, isNumber: true },
  { head: 'In the plan', cell: ({ limit }) => limit, isNumber: true },
  { head: 'Left', cell: ({ remaining }) => remaining, isNumber: true },
  { head: 'Resets on', cell: ({ resetsAt }) => resetsAt.slice(0, 10) },
];
