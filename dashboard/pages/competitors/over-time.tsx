import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { useMemo } from 'react';
import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { Lines, Sample } from '../../charts/line-chart.tsx';
import type { Line } from '../../charts/line-scales.ts';
import { daysOf } from '../../charts/trend-points.ts';
import { longDay } from '../../format.ts';
import { BESIDE_MAX } from '../../page-filters.ts';
import { Section } from '../../ui/section.tsx';
import { Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { type BrandTrend, type ComparedProject, type TrackedRow, useBrandTrends } from './competitors.data.ts';
import styles from './competitors.module.css';
import { moveFinding, WORDS } from './competitors.words.ts';

interface Props {
  project: ComparedProject;
  rows: readonly TrackedRow[];
  /** Ids of the competitors that are drawn. */
  beside: readonly string[];
  choose: (ids: readonly string[]) => void;
}

/** The brand's share over time, and those of the competitors that are chosen. */
export function OverTime({ project, rows, beside, choose }: Props) {
  const asked = useBrandTrends(beside);
  const trends = asked.data?.project?.brandTrends;
  return (
    <Section label="Over time" finding={moveFinding(project.brands ?? [])} note={WORDS.eachPointPoolsSevenDaysLines}>
      <Choice project={project} rows={rows} beside={beside} choose={choose} />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={3} />}
      {asked.data && !trends && <Missing what="The trend" retry={() => asked.refetch()} />}
      {trends && project.period && (
        <div aria-busy={asked.isPlaceholderData}>
          <Drawn project={project} trends={trends} window={project.period.window} beside={beside} />
        </div>
      )}
    </Section>
  );
}

/** Which competitors are drawn; each wears the colour and the dash of its line. */
function Choice({ project, rows, beside, choose }: Props) {
  const isFull = beside.length >= BESIDE_MAX;
  return (
    <ToggleGroup
      aria-label={`Competitors shown with ${project.brandName}, up to ${BESIDE_MAX}`}
      multiple
      value={beside}
      onValueChange={(next: string[]) => next.length <= BESIDE_MAX && choose(next)}
      className={styles.chips}
    >
      {rows.flatMap(({ id, name, competitor }) => {
        if (!competitor) return [];
        const place = beside.indexOf(id) + 1;
        return (
          <Toggle
            key={id}
            value={id}
            disabled={isFull && place === 0}
            title={isFull && place === 0 ? `Up to ${BESIDE_MAX}. Remove one first.` : undefined}
            className={styles.chip}
          >
            {place > 0 && <Sample line={{ isBrand: false, place }} />}
            {name}
          </Toggle>
        );
      })}
    </ToggleGroup>
  );
}

interface DrawnProps {
  project: ComparedProject;
  trends: readonly BrandTrend[];
  window: { from: string; to: string };
  beside: readonly string[];
}

function Drawn({ project: { name }, trends, window, beside }: DrawnProps) {
  const dates = useMemo(() => daysOf(window.from, window.to), [window]);
  const lines = useMemo(() => trends.map((trend) => lineOf(trend, dates, beside)), [trends, dates, beside]);
  const days = useMemo(() => dates.map((date, at) => ({ date, at })), [dates]);
  return (
    <Figure
      title={`Share of answers that name each, ${longDay(window.from)} to ${longDay(window.to)}`}
      file={`${name} competitors over time`}
      columns={columnsOf(lines)}
      rows={days}
    >
      <Lines dates={dates} lines={lines} label={WORDS.shareOfAnswersThatNameEach} />
    </Figure>
  );
}

function lineOf(
  { name, isBrand, competitorId, points }: BrandTrend,
  dates: readonly string[],
  beside: readonly string[],
) {
  const byDate = new Map(points.map(({ date, visibilityScore }) => [date, visibilityScore]));
  const values = dates.map((date) => byDate.get(date) ?? null);
  return { key: competitorId ?? 'brand', name, isBrand, place: beside.indexOf(competitorId ?? '') + 1, values };
}

function columnsOf(lines: readonly Line[]): Column<{ date: string; at: number }>[] {
  return [
    { head: 'Day (UTC)', cell: ({ date }) => date },
    ...lines.map(({ name, values }) => ({
      head: `${name}, % of 7 days`,
      cell: ({ at }: { at: number }) => values[at] ?? null,
      isNumber: true,
    })),
  ];
}
