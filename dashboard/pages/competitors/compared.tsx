import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { Intervals } from '../../charts/intervals.tsx';
import { count, longDay } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Section } from '../../ui/section.tsx';
import type { ComparedProject, TrackedRow } from './competitors.data.ts';
import { againstWords, changeWords, rivalFinding, WORDS } from './competitors.words.ts';
import { Against } from './verdicts.tsx';

/** The brand among those that it is compared with, on one axis. */
export function Compared({ project, rows }: { project: ComparedProject; rows: readonly TrackedRow[] }) {
  const ordered = rows.toSorted((one, other) => scoreOf(other) - scoreOf(one));
  return (
    <Section
      label="Compared"
      finding={rivalFinding(project.brands ?? [], project.brandName)}
      note={WORDS.eachBarIsThe95Interval}
    >
      <Figure
        title={`Share of answers that name it${daysOf(project.period)}`}
        file={`${project.name} competitors`}
        columns={COLUMNS}
        rows={ordered}
      >
        <Intervals rows={ordered.map(intervalOf)} />
      </Figure>
    </Section>
  );
}

/** `, 24 Oct 2026 to 22 Nov 2026`; '' where the days are not known. */
function daysOf(period: ComparedProject['period']): string {
  return period ? `, ${longDay(period.window.from)} to ${longDay(period.window.to)}` : '';
}

function scoreOf({ numbers }: TrackedRow): number {
  return numbers?.visibilityScore ?? -1;
}

function intervalOf({ id, name, competitor, numbers }: TrackedRow) {
  const isKnown = numbers !== null && numbers.wholeCount > 0;
  return {
    key: id,
    name,
    isBrand: competitor === null,
    color: competitor === null ? 'var(--mark)' : 'var(--line-strong)',
    score: isKnown ? numbers.visibilityScore : null,
    low: numbers?.confidence?.low ?? 0,
    high: numbers?.confidence?.high ?? 100,
    remark: isKnown && numbers.againstBrand ? <Against verdict={numbers.againstBrand.verdict} /> : undefined,
    note: isKnown ? (
      <AnswersLink mentioning={id}>{`${count(numbers.responseCount)} of ${count(numbers.wholeCount)}`}</AnswersLink>
    ) : (
      unknownOf(numbers)
    ),
  };
}

/** Why there is no share. */
function unknownOf(numbers: TrackedRow['numbers']): string {
  return numbers === null ? 'not analysed yet' : 'no answers';
}

const COLUMNS: readonly Column<TrackedRow>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Named in, %', cell: ({ numbers }) => ifAnswered(numbers, numbers?.visibilityScore), isNumber: true },
  { head: 'Low, %', cell: ({ numbers }) => numbers?.confidence?.low ?? null, isNumber: true },
  { head: 'High, %', cell: ({ numbers }) => numbers?.confidence?.high ?? null, isNumber: true },
  { head: 'Answers with the name', cell: ({ numbers }) => ifAnswered(numbers, numbers?.responseCount), isNumber: true },
  { head: 'Answers', cell: ({ numbers }) => numbers?.wholeCount ?? null, isNumber: true },
  { head: 'Share of mentions, %', cell: ({ numbers }) => ifAnswered(numbers, numbers?.share), isNumber: true },
  { head: 'Versus the brand', cell: ({ numbers }) => againstOf(numbers) },
  {
    head: 'Versus the brand, points',
    cell: ({ numbers }) => numbers?.againstBrand?.difference ?? null,
    isNumber: true,
  },
  { head: 'Difference low', cell: ({ numbers }) => numbers?.againstBrand?.low ?? null, isNumber: true },
  { head: 'Difference high', cell: ({ numbers }) => numbers?.againstBrand?.high ?? null, isNumber: true },
  { head: 'Change', cell: ({ numbers }) => changeOf(numbers) },
  { head: 'Before, %', cell: ({ numbers }) => numbers?.previous?.visibilityScore ?? null, isNumber: true },
];

function ifAnswered(numbers: TrackedRow['numbers'], value: number | null | undefined): number | null {
  return numbers === null || numbers.wholeCount === 0 ? null : (value ?? null);
}

function againstOf(numbers: TrackedRow['numbers']): string | null {
  return numbers?.againstBrand ? againstWords(numbers.againstBrand.verdict) : null;
}

function changeOf(numbers: TrackedRow['numbers']): string | null {
  return numbers?.previous?.verdict ? changeWords(numbers.previous.verdict) : null;
}
