import { useInfiniteQuery } from '@tanstack/react-query';
import type { Column } from '../charts/csv-file.ts';
import { Section } from '../ui/section.tsx';
import { type ReportPages, readShared } from './shared.data.ts';
import styles from './shared-reports.module.css';
import { Pending, SharedTable } from './shared-sections.tsx';
import { readMore, WORDS } from './visitors.words.ts';

/** The newest reports, two at a time, each whole. */
export function SharedReports({ brandName }: { brandName: string }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['reports'],
    queryFn: ({ pageParam: after, signal }) => readShared('reports', { after }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project: { reports } }) => (reports?.pageInfo.hasNextPage ? reports.pageInfo.endCursor : null),
  });
  if (!data) return <Pending label="Reports" error={error} />;
  const reports = data.pages.flatMap(({ project }) => project.reports?.nodes ?? []);
  const made = reports.flatMap(({ id, from, to, pages }) => (pages ? [{ id, days: `${from} to ${to}`, pages }] : []));
  return (
    <Section label="Reports" finding={made[0]?.pages.headline ?? WORDS.noReportsYet} note={WORDS.reportsNote}>
      {made.map(({ id, days, pages }) => (
        <ReadReport key={id} file={`${brandName} report ${days}`} pages={pages} />
      ))}
      {hasNextPage && (
        <button type="button" className={styles.tool} disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {readMore('reports')}
        </button>
      )}
    </Section>
  );
}

type Row = ReportPages['sections'][number]['tables'][number]['rows'][number];

function ReadReport({ file, pages: { subtitle, headline, sections } }: { file: string; pages: ReportPages }) {
  return (
    <article className={styles.report}>
      <h3 className={styles.title}>{subtitle}</h3>
      <p>{headline}</p>
      {sections.map(({ title, sentences, tables }) => (
        <div key={title} className={styles.part}>
          <h4 className={styles.label}>{title}</h4>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {tables.map(({ caption, columns, rows }) => (
            <SharedTable
              key={caption}
              title={`${caption}, ${subtitle}`}
              file={`${file} ${caption}`}
              columns={columns.map((column, at) => columnOf(column.title, column.isNumber, at))}
              rows={rows}
              keyOf={({ cells }) => cells.map(({ text }) => text).join(' ')}
            />
          ))}
        </div>
      ))}
    </article>
  );
}

function columnOf(head: string, isNumber: boolean, at: number): Column<Row> {
  return { head, isNumber, cell: ({ cells }) => cells[at]?.text ?? null };
}
