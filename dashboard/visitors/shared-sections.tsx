import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TONES } from '../answer-filters.ts';
import type { Platform, Window } from '../api/gql.ts';
import { type Column, downloadCsv } from '../charts/csv-file.ts';
import { Figure } from '../charts/figure.tsx';
import { Intervals } from '../charts/intervals.tsx';
import { Trend } from '../charts/trend-chart.tsx';
import { pointsOf, type TrendPoint } from '../charts/trend-points.ts';
import { count, percent } from '../format.ts';
import { citationFinding, platformFinding, sentimentFinding, voiceFinding } from '../pages/overview/overview.words.ts';
import { inPlatformOrder, PLATFORMS, platformOf } from '../platforms.ts';
import { DataTable } from '../ui/data-table.tsx';
import { PlatformName } from '../ui/platform-name.tsx';
import { Section } from '../ui/section.tsx';
import { verdictTitle, verdictWords } from '../ui/shared.words.ts';
import { type Brand, type Cell, type Domain, readShared, type Tones, type Visibility } from './shared.data.ts';
import styles from './shared-sections.module.css';
import { promptsFinding, readMore, scoreWords, WORDS } from './visitors.words.ts';

interface Props {
  brandName: string;
  window: Window;
}

/** What a section shows while its numbers are under way, and where they do not come. */
export function Pending({ label, error }: { label: string; error: Error | null }) {
  return (
    <Section label={label} finding="">
      {error ? <p role="alert">{error.message}</p> : <p role="status">Loading…</p>}
    </Section>
  );
}

interface TableProps<Row> {
  title: string;
  /** Name of the CSV file, without its ending. */
  file: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  children?: ReactNode;
}

/** Rows as a table, and the same as a file. */
export function SharedTable<Row>({ title, file, columns, rows, keyOf, children }: TableProps<Row>) {
  const shown = columns.map(({ head, cell, isNumber = false }) => ({
    head,
    isNumber,
    cell: (row: Row) => cell(row) ?? '–',
    sortBy: cell,
  }));
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.title}>{title}</p>
        <button type="button" className={styles.tool} onClick={() => downloadCsv(file, columns, rows)}>
          CSV
        </button>
      </div>
      <DataTable label={title} columns={shown} rows={rows} keyOf={keyOf} />
      {children}
    </>
  );
}

const OVER = 7;

export function SharedOverview({ brandName, window }: Props) {
  const { data, error } = useQuery({
    queryKey: ['overview', window],
    queryFn: ({ signal }) => readShared('overview', { window }, signal),
  });
  const { visibility, sentiment } = data?.project ?? {};
  if (!visibility || !sentiment) return <Pending label={WORDS.overallVisibility} error={error} />;
  return (
    <>
      <Score brandName={brandName} visibility={visibility} />
      <ByPlatform brandName={brandName} rows={visibility.byPlatform} />
      <Sentiment brandName={brandName} tones={sentiment} />
    </>
  );
}

function Score({ brandName, visibility }: { brandName: string; visibility: Visibility }) {
  const { score, window, adjustedConfidence, previous, pooled, days, byPlatform } = visibility;
  const points = pointsOf(window, pooled, days);
  const verdict = previous && verdictWords(previous, window);
  const note = (
    <>
      {adjustedConfidence && (
        <span>
          {WORDS.forQuestionsLikeThese} {percent(adjustedConfidence.low)} and {percent(adjustedConfidence.high)}
          {WORDS.withConfidence}
        </span>
      )}{' '}
      {verdict && (
        <span>
          <strong>{verdict.title}</strong> {verdict.text}
        </span>
      )}
    </>
  );
  return (
    <Section
      label={WORDS.overallVisibility}
      finding={`${brandName} ${WORDS.isNamedIn} ${scoreWords(score, byPlatform)}.`}
      note={note}
    >
      <Figure title={WORDS.visibilityOverTime} file={`${brandName} visibility`} columns={TREND} rows={points}>
        <Trend points={points} label={WORDS.visibilityOverTime} over={OVER} />
      </Figure>
    </Section>
  );
}

const known = (point: TrendPoint, value: number) => (point.score === null ? null : value);
const TREND: readonly Column<TrendPoint>[] = [
  { head: 'Day (UTC)', cell: ({ date }) => date },
  { head: 'Day, %', cell: ({ dayScore }) => dayScore, isNumber: true },
  { head: 'Answers of the day', cell: ({ dayAnswers }) => dayAnswers, isNumber: true },
  { head: `${OVER} days, %`, cell: ({ score }) => score, isNumber: true },
  { head: 'Low, %', cell: (point) => known(point, Math.round(point.low)), isNumber: true },
  { head: 'High, %', cell: (point) => known(point, Math.round(point.high)), isNumber: true },
];

const rounded = (value: number | undefined) => (value === undefined ? null : Math.round(value));

type PlatformRow = Visibility['byPlatform'][number];

function ByPlatform({ brandName, rows }: { brandName: string; rows: readonly PlatformRow[] }) {
  const ordered = inPlatformOrder(rows);
  return (
    <Section label="Platforms" finding={platformFinding(rows, brandName)} note={WORDS.platformsNote}>
      <Figure title={WORDS.shareByPlatform} file={`${brandName} platforms`} columns={BY_PLATFORM} rows={ordered}>
        <Intervals rows={ordered.map(platformInterval)} />
      </Figure>
    </Section>
  );
}

function platformInterval({ platform, responseCount, brandMentionCount, visibilityScore, confidence }: PlatformRow) {
  return {
    key: platform,
    name: <PlatformName platform={platform} />,
    color: platformOf(platform).color,
    score: responseCount === 0 ? null : visibilityScore,
    low: confidence?.low ?? 0,
    high: confidence?.high ?? 100,
    note: responseCount === 0 ? 'no answers' : `${count(brandMentionCount)} of ${count(responseCount)}`,
  };
}

const BY_PLATFORM: readonly Column<PlatformRow>[] = [
  { head: 'Platform', cell: ({ platform }) => platformOf(platform).name },
  { head: 'Score, %', cell: (row) => (row.responseCount === 0 ? null : row.visibilityScore), isNumber: true },
  { head: 'Low, %', cell: ({ confidence }) => rounded(confidence?.low), isNumber: true },
  { head: 'High, %', cell: ({ confidence }) => rounded(confidence?.high), isNumber: true },
  { head: 'Answers with the name', cell: ({ brandMentionCount }) => brandMentionCount, isNumber: true },
  { head: 'Answers', cell: ({ responseCount }) => responseCount, isNumber: true },
  { head: 'Change', cell: ({ previous }) => previous && verdictTitle(previous.verdict) },
];

interface Tone {
  name: string;
  answers: number;
  share: number | null;
  /** Of the positive and the negative ones alone: how sure the share is, and whether it moved. */
  known: Tones['positiveShare'] | null;
}

function Sentiment({ brandName, tones }: { brandName: string; tones: Tones }) {
  const rows: Tone[] = TONES.map(({ word, name }) => ({
    name,
    answers: tones[word],
    share: tones.total === 0 ? null : Math.round((100 * tones[word]) / tones.total),
    known: word === 'positive' ? tones.positiveShare : word === 'negative' ? tones.negativeShare : null,
  }));
  return (
    <Section label="Sentiment" finding={sentimentFinding(tones, brandName)} note={WORDS.tonesNote}>
      <SharedTable
        title={WORDS.tonesOfAnswers}
        file={`${brandName} sentiment`}
        columns={BY_TONE}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </Section>
  );
}

const BY_TONE: readonly Column<Tone>[] = [
  { head: 'Sentiment', cell: ({ name }) => name },
  { head: 'Answers', cell: ({ answers }) => answers, isNumber: true },
  { head: 'Share, %', cell: ({ share }) => share, isNumber: true },
  { head: 'Low, %', cell: ({ known: own }) => rounded(own?.confidence?.low), isNumber: true },
  { head: 'High, %', cell: ({ known: own }) => rounded(own?.confidence?.high), isNumber: true },
  { head: 'Change', cell: ({ known: own }) => own && verdictTitle(own.verdict) },
];

export function SharedCompetitors({ brandName, window }: Props) {
  const { data, error } = useQuery({
    queryKey: ['competitors', window],
    queryFn: ({ signal }) => readShared('competitors', { window }, signal),
  });
  const brands = data?.project.brands;
  if (!brands) return <Pending label="Competitors" error={error} />;
  return (
    <Section label="Competitors" finding={voiceFinding(brands)} note={WORDS.competitorsNote}>
      <SharedTable
        title={WORDS.brandAndCompetitors}
        file={`${brandName} competitors`}
        columns={COMPARED}
        rows={brands}
        keyOf={({ name, isBrand }) => `${isBrand} ${name}`}
      />
    </Section>
  );
}

const COMPARED: readonly Column<Brand>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Visibility, %', cell: (row) => (row.wholeCount === 0 ? null : row.visibilityScore), isNumber: true },
  { head: 'Low, %', cell: ({ confidence }) => rounded(confidence?.low), isNumber: true },
  { head: 'High, %', cell: ({ confidence }) => rounded(confidence?.high), isNumber: true },
  { head: 'Voice, %', cell: ({ share }) => share, isNumber: true },
  { head: 'First, %', cell: ({ firstNamedPercent }) => firstNamedPercent, isNumber: true },
  { head: 'Answers', cell: ({ responseCount }) => responseCount, isNumber: true },
];

/** A prompt with its cell on each platform. */
interface PromptRow {
  prompt: string;
  cells: ReadonlyMap<Platform, Cell>;
}

export function SharedPrompts({ brandName, window }: Props) {
  const { data, error } = useQuery({
    queryKey: ['prompts', window],
    queryFn: ({ signal }) => readShared('prompts', { window }, signal),
  });
  const cells = data?.project.cells;
  if (!cells) return <Pending label="Prompts" error={error} />;
  const rows = promptRows(cells);
  const asked = PLATFORMS.filter(({ id }) => cells.some(({ platform }) => platform === id));
  const columns: Column<PromptRow>[] = [
    { head: 'Prompt', cell: ({ prompt }) => prompt },
    ...asked.map(({ id, name }) => ({
      head: `${name}, %`,
      isNumber: true,
      cell: (row: PromptRow) => scoreOf(row.cells.get(id)),
    })),
    { head: 'Answers', cell: (row) => answersOf(row), isNumber: true },
  ];
  return (
    <Section label="Prompts" finding={promptsFinding(cells, rows.length)} note={WORDS.promptsNote}>
      <SharedTable
        title={WORDS.visibilityByPrompt}
        file={`${brandName} prompts`}
        columns={columns}
        rows={rows}
        keyOf={({ prompt }) => prompt}
      />
    </Section>
  );
}

function promptRows(cells: readonly Cell[]): PromptRow[] {
  const byPrompt = Map.groupBy(cells, ({ promptText }) => promptText ?? WORDS.otherQuestions);
  return Array.from(byPrompt, ([prompt, own]) => ({
    prompt,
    cells: new Map(own.map((cell) => [cell.platform, cell])),
  }));
}

const scoreOf = (cell: Cell | undefined) => (!cell || cell.responseCount === 0 ? null : cell.visibilityScore);
const answersOf = ({ cells }: PromptRow) => [...cells.values()].reduce((sum, cell) => sum + cell.responseCount, 0);

export function SharedCitations({ brandName, window }: Props) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['citations', window],
    queryFn: ({ pageParam: after, signal }) => readShared('citations', { window, after }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project: { citations } }) =>
      citations?.pageInfo.hasNextPage ? citations.pageInfo.endCursor : null,
  });
  if (!data) return <Pending label="Citations" error={error} />;
  const domains = data.pages.flatMap(({ project }) => project.citations?.nodes ?? []);
  return (
    <Section label="Citations" finding={citationFinding(domains)} note={WORDS.citationsNote}>
      <SharedTable
        title={WORDS.citedDomains}
        file={`${brandName} citations`}
        columns={CITED}
        rows={domains}
        keyOf={({ domain }) => domain}
      >
        {hasNextPage && (
          <button type="button" className={styles.tool} disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {readMore('domains')}
          </button>
        )}
      </SharedTable>
    </Section>
  );
}

const CITED: readonly Column<Domain>[] = [
  { head: 'Domain', cell: ({ domain }) => domain },
  { head: 'Citations', cell: ({ citationCount }) => citationCount, isNumber: true },
  { head: 'Answers', cell: ({ responseCount }) => responseCount, isNumber: true },
  {
    head: 'Naming brand',
    cell: ({ responseCountNamingBrand }) => responseCountNamingBrand,
    isNumber: true,
  },
  {
    head: 'Naming rivals',
    cell: ({ competitorResponseCount }) => competitorResponseCount,
    isNumber: true,
  },
  { head: 'Share, %', cell: ({ share }) => share, isNumber: true },
  { head: 'Last cited', cell: ({ lastSeen }) => lastSeen.slice(0, 10) },
];
