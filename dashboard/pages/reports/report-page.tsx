import { useParams } from '@tanstack/react-router';
import { longDay } from '../../format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { PageHead } from '../../ui/section.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { type Report, type ReportPages, type ReportTable, useReport } from './reports.data.ts';
import styles from './reports.module.css';
import { daysOfReport, trendWords, WORDS } from './reports.words.ts';

/** One report, as it was made; printed, it is the same without the menu. */
export function ReportPage() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const asked = useReport();
  const report = asked.data?.report;
  return (
    <>
      <PageHead title={report?.pages?.title ?? (report ? daysOfReport(report) : 'Report')}>
        <ButtonLink to="/projects/$projectId/reports" params={{ projectId }}>
          {WORDS.allReports}
        </ButtonLink>
        {report?.pages && <Button onClick={() => window.print()}>Print</Button>}
        {report?.pdfUrl && (
          <a href={report.pdfUrl} download>
            PDF
          </a>
        )}
      </PageHead>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {report && <Body report={report} retry={asked.refetch} />}
    </>
  );
}

function Body({ report, retry }: { report: Report; retry: () => unknown }) {
  const { state, pages, withoutPdf } = report;
  if (state === 'WAITING') return <Empty title={WORDS.beingMade}>{null}</Empty>;
  if (state === 'FAILED') return <Empty title={WORDS.couldNotBeMade}>{null}</Empty>;
  if (!pages) return <Missing what={WORDS.theReport} retry={retry} />;
  return (
    <article className={styles.report}>
      <p className={styles.note}>{pages.subtitle}</p>
      {withoutPdf && (
        <p className={styles.note}>{withoutPdf === 'LETTERS' ? WORDS.thePdfLacksLetters : WORDS.thePdfWasNotDrawn}</p>
      )}
      <p className={styles.headline}>{pages.headline}</p>
      {pages.trend.length > 1 && <Trend points={pages.trend} />}
      {pages.sections.map((section) => (
        <Part key={section.title} section={section} />
      ))}
    </article>
  );
}

const CHART = { width: 560, height: 140, left: 40, top: 8, bottom: 24 };

/** The score of each day, seven pooled, over 0 to 100 %. */
function Trend({ points }: { points: ReportPages['trend'] }) {
  const { width, height, left, top, bottom } = CHART;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const [start, end] = [Date.parse(first.date), Date.parse(last.date)];
  const xOf = (date: string) => left + ((Date.parse(date) - start) / Math.max(1, end - start)) * (width - left - 4);
  const yOf = (percent: number) => top + (height - top - bottom) * (1 - percent / 100);
  const path = points.map(({ date, percent }, at) => `${at === 0 ? 'M' : 'L'}${xOf(date)} ${yOf(percent)}`).join('');
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height}`} className={styles.trend} role="img" aria-label={trendWords(first, last)}>
        {[0, 50, 100].map((percent) => (
          <g key={percent}>
            <line x1={left} x2={width - 4} y1={yOf(percent)} y2={yOf(percent)} />
            <text x={left - 6} y={yOf(percent) + 4} textAnchor="end">{`${percent}%`}</text>
          </g>
        ))}
        <path d={path} />
        <text x={left} y={height - 6}>
          {longDay(first.date)}
        </text>
        <text x={width - 4} y={height - 6} textAnchor="end">
          {longDay(last.date)}
        </text>
      </svg>
      <figcaption className={styles.note}>{WORDS.trendCaption}</figcaption>
    </figure>
  );
}

function Part({ section: { title, sentences, tables } }: { section: ReportPages['sections'][number] }) {
  return (
    <section className={styles.reportSection}>
      <h2>{title}</h2>
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.text}>
          {sentence}
        </p>
      ))}
      {tables.map((table) => (
        <Table key={table.caption} table={table} />
      ))}
    </section>
  );
}

type Cell = ReportTable['rows'][number]['cells'][number];

function Table({ table: { caption, columns, rows } }: { table: ReportTable }) {
  const heads = columns.map(
    ({ title, isNumber }, at): DataColumn<{ cells: Cell[]; at: number }> => ({
      head: title,
      isNumber,
      cell: ({ cells }) => <CellText cell={cells[at]} />,
    }),
  );
  const numbered = rows.map(({ cells }, at) => ({ cells, at }));
  return <DataTable stacks label={caption} columns={heads} rows={numbered} keyOf={({ at }) => String(at)} />;
}

/** Pixels of a bar of 100 %. */
const BAR = 60;

function CellText({ cell }: { cell: Cell | undefined }) {
  if (!cell) return null;
  const { text, bar, tone } = cell;
  const shown = <span className={toneClass(tone)}>{text}</span>;
  if (bar === null) return shown;
  return (
    <>
      <svg width={BAR} height={6} className={styles.bar} aria-hidden="true">
        <rect width={BAR} height={6} />
        <rect width={(BAR * Math.min(100, Math.max(0, bar))) / 100} height={6} />
      </svg>
      {shown}
    </>
  );
}

function toneClass(tone: Cell['tone']): string | undefined {
  if (tone === 'up') return styles.up;
  return tone === 'down' ? styles.down : styles.text;
}
