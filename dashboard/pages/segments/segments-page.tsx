import { Link, useParams } from '@tanstack/react-router';
import { useId } from 'react';
import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { Intervals } from '../../charts/intervals.tsx';
import { ALL_PROMPTS, BRANDINGS, type Filters, readFilters, STAGES, whereOf } from '../../filters.ts';
import { count, plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { countryName } from '../../ui/country-field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { NextAnswers } from '../../ui/next-answers.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import {
  GROUPINGS,
  type Grouping,
  groupingOf,
  type SegmentRow,
  type SegmentsProject,
  useSegmentFilters,
  useSegments,
} from './segments.data.ts';
import styles from './segments.module.css';
import { differenceWords, evenSentence, moveWords, segmentName, segmentsFinding, WORDS } from './segments.words.ts';

/** Groups of prompts beside each other: how often each names the brand, and whether two of them differ. */
export function Segments() {
  const asked = useSegments();
  const project = asked.data?.project;
  return (
    <>
      <FilterBar title="Segments" />
      <Kinds />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {project && (
        <div className={styles.page} aria-busy={asked.isPlaceholderData}>
          <Listed project={project} retry={() => asked.refetch()} />
        </div>
      )}
    </>
  );
}

/** By what prompts are grouped. */
function Kinds() {
  const [filters, setFilters] = useSegmentFilters();
  return (
    <Tabs
      label={WORDS.groupPromptsBy}
      chosen={groupingOf(filters).word}
      choices={GROUPINGS}
      choose={(by) => setFilters({ by, against: undefined })}
    />
  );
}

function Listed({ project, retry }: { project: SegmentsProject; retry: () => unknown }) {
  const [filters] = useSegmentFilters();
  const { segments, brandName, name, period } = project;
  if (!segments) return <Missing what={WORDS.theSegments} retry={retry} />;
  const grouping = groupingOf(filters);
  const labelOf = ({ key, label }: SegmentRow) => (grouping.word === 'country' ? countryName(key) : label);
  const rows = segments.map((row) => ({ ...row, label: segmentName(row.key, labelOf(row), grouping.kind) }));
  if (rows.every(({ responseCount }) => responseCount === 0)) return <Nothing isNarrowed={whereOf(filters) !== null} />;
  const beside = rows.find(({ key }) => key === filters.against);
  return (
    <section>
      <h2 className={styles.finding}>
        <bdi>{segmentsFinding(rows, brandName, grouping.kind)}</bdi>
      </h2>
      <p className={styles.note}>{WORDS.whetherTwoSegmentsDiffer}</p>
      <Beside rows={rows} />
      {rows.every(({ key }) => key === '') && <Ungrouped />}
      <Figure
        title={WORDS.shareOfAnswersBySegment}
        file={`${name} by ${grouping.kind}`}
        columns={columnsOf(grouping, beside)}
        rows={rows}
      >
        <Intervals rows={rows.map((row) => intervalOf(row, grouping, beside))} />
      </Figure>
      <p className={styles.note}>{`${evenSentence(period)}${WORDS.everyPromptAlikeTakesEach}`}</p>
    </section>
  );
}

/** Which segment all others are compared with. */
function Beside({ rows }: { rows: readonly SegmentRow[] }) {
  const [{ against }, setFilters] = useSegmentFilters();
  const id = useId();
  const named = rows.filter(({ key }) => key !== '');
  if (named.length === 0) return null;
  return (
    <p className={styles.compare}>
      <label htmlFor={id}>{WORDS.compareWith}</label>
      <select
        id={id}
        className={styles.select}
        value={named.some(({ key }) => key === against) ? against : ''}
        onChange={({ target }) => setFilters({ against: target.value === '' ? undefined : target.value })}
      >
        <option value="">{WORDS.noSegment}</option>
        {named.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </p>
  );
}

function Ungrouped() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  return (
    <p className={styles.note}>
      {WORDS.giveYourPromptsATopic}
      <Link to="/projects/$projectId/prompts" params={{ projectId }} search={readFilters}>
        {WORDS.openPrompts}
      </Link>
    </p>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  const [, setFilters] = useSegmentFilters();
  if (!isNarrowed) {
    return (
      <Empty title={WORDS.noAnswersInThisPeriod}>
        <NextAnswers />
      </Empty>
    );
  }
  return (
    <Empty title={WORDS.noPromptsMatch}>
      <Button onClick={() => setFilters(ALL_PROMPTS)}>{WORDS.showAllPrompts}</Button>
    </Empty>
  );
}

function intervalOf(row: SegmentRow, grouping: Grouping, beside: SegmentRow | undefined) {
  const { key, label, responseCount, brandMentionCount, score, confidence } = row;
  return {
    key,
    name: <Name row={row} grouping={grouping} />,
    color: key === beside?.key ? 'var(--ink)' : 'var(--mark)',
    score: responseCount === 0 ? null : score,
    low: confidence?.low ?? 0,
    high: confidence?.high ?? 100,
    note: responseCount === 0 ? 'no answers' : `${count(brandMentionCount)} of ${plural(responseCount, 'answer')}`,
    remark: remarkOf(row, beside) ?? (label === '' ? undefined : plural(row.promptCount, 'prompt')),
  };
}

function remarkOf({ key, differsFrom }: SegmentRow, beside: SegmentRow | undefined): string | undefined {
  if (!beside || key === beside.key || !differsFrom) return undefined;
  return differenceWords(differsFrom);
}

/** The way to the numbers of a segment alone, where the address can name it. */
function Name({ row: { key, label }, grouping }: { row: SegmentRow; grouping: Grouping }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const only = onlyOf(key, grouping);
  if (!only) return <bdi>{label}</bdi>;
  return (
    <Link
      to="/projects/$projectId/overview"
      params={{ projectId }}
      search={(now) => ({ ...readFilters(now), ...only })}
      className={styles.name}
    >
      <bdi>{label}</bdi>
    </Link>
  );
}

function onlyOf(key: string, { word }: Grouping): Filters | null {
  if (key === '') return null;
  switch (word) {
    case 'topic':
      return { topic: key };
    case 'tag':
      return { tag: key };
    case 'stage':
      return { stage: STAGES.find(({ id }) => id === key)?.word };
    case 'brand':
      return { brand: BRANDINGS.find(({ isBranded }) => String(isBranded) === key)?.word };
    case 'market':
      return { market: key };
    case 'country':
      return { country: key };
    case 'language':
      return { language: key };
    case 'persona':
      return { persona: key };
  }
}

function columnsOf({ name }: Grouping, beside: SegmentRow | undefined): Column<SegmentRow>[] {
  const answered = (row: SegmentRow, value: number) => (row.responseCount === 0 ? null : value);
  return [
    { head: name, cell: ({ label }) => label },
    { head: 'Prompts', cell: ({ promptCount }) => promptCount, isNumber: true },
    { head: 'Different questions', cell: ({ intentCount }) => intentCount, isNumber: true },
    { head: 'Answers with the name', cell: ({ brandMentionCount }) => brandMentionCount, isNumber: true },
    { head: 'Answers', cell: ({ responseCount }) => responseCount, isNumber: true },
    { head: 'Score, %', cell: (row) => answered(row, row.score), isNumber: true },
    { head: 'Low, %', cell: ({ confidence }) => confidence?.low ?? null, isNumber: true },
    { head: 'High, %', cell: ({ confidence }) => confidence?.high ?? null, isNumber: true },
    { head: 'Every prompt alike, %', cell: ({ evenScore }) => evenScore, isNumber: true },
    { head: 'Since before', cell: ({ previous }) => previous && moveWords(previous.verdict) },
    ...PLACE_COLUMNS,
    ...(beside ? [{ head: `Beside ${beside.label}`, cell: (row: SegmentRow) => remarkOf(row, beside) ?? null }] : []),
  ];
}

/** Where answers name the brand: before all others, at which place of lists, and how early. */
const PLACE_COLUMNS: readonly Column<SegmentRow>[] = [
  { head: 'Named first, %', cell: ({ firstNamedPercent }) => firstNamedPercent, isNumber: true },
  { head: 'First, low, %', cell: ({ firstNamedConfidence }) => firstNamedConfidence?.low ?? null, isNumber: true },
  { head: 'First, high, %', cell: ({ firstNamedConfidence }) => firstNamedConfidence?.high ?? null, isNumber: true },
  { head: 'First, since before', cell: ({ previousPlaces: was }) => was && moveWords(was.firstNamedVerdict) },
  { head: 'Rank in lists', cell: ({ meanRank }) => meanRank, isNumber: true },
  { head: 'Answers that rank it', cell: ({ rankedCount }) => rankedCount, isNumber: true },
  { head: 'Rank, low', cell: ({ meanRankInterval }) => meanRankInterval?.low ?? null, isNumber: true },
  { head: 'Rank, high', cell: ({ meanRankInterval }) => meanRankInterval?.high ?? null, isNumber: true },
  { head: 'Rank, since before', cell: ({ previousPlaces: was }) => was && moveWords(was.meanRankVerdict) },
  { head: 'In the first third, %', cell: ({ prominence }) => prominence, isNumber: true },
  { head: 'Third, low, %', cell: ({ prominenceConfidence }) => prominenceConfidence?.low ?? null, isNumber: true },
  { head: 'Third, high, %', cell: ({ prominenceConfidence }) => prominenceConfidence?.high ?? null, isNumber: true },
  { head: 'Third, since before', cell: ({ previousPlaces: was }) => was && moveWords(was.prominenceVerdict) },
];
