import type { ReportPages, ReportTable } from './report-sections.js';

/** All of a report as plain text, for readers of mail without HTML; lines end in a line feed. */
export function reportText({ title, subtitle, headline, sections }: ReportPages): string {
  const head = [title, '='.repeat([...title].length), subtitle, '', headline];
  const body = sections.flatMap((section) => [
    '',
    '',
    section.title,
    '-'.repeat([...section.title].length),
    ...section.sentences,
    ...section.tables.flatMap((table) => ['', `${table.caption}:`, ...linesOf(table)]),
  ]);
  return `${[...head, ...body].join('\n')}\n`;
}

/** A line a row: its first cell, then the others under their titles, as columns would not be wide enough for names. */
function linesOf({ columns, rows }: ReportTable): string[] {
  return rows.map((cells) => {
    const further = cells
      .slice(1)
      .flatMap(({ text }, at) => (text === '' ? [] : [`${columns[at + 1]?.title ?? ''}: ${text}`]));
    return `- ${cells[0]?.text ?? ''}${further.length > 0 ? ` | ${further.join(' | ')}` : ''}`;
  });
}
