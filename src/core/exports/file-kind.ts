import type { Context } from '../context.js';
import type { DailyScope } from '../reporting/daily-rows.js';

/** What one cell of a file holds; null is an empty one. */
export type Cell = string | number | boolean | null;

/** One project's rows of a period under one analysis, or what it has now. */
export type ExportScope = DailyScope;

/** A kind of file: its columns, and where its rows come from. */
export interface FileKind {
  columns: readonly string[];
  /** False for a list of what there is now; an archived project has none. */
  isOfPeriod: boolean;
  /**
   * How many rows there are, counted up to `most`; null where there are never more than one request of the budget pays
   * for.
   */
  count: ((ctx: Context, scope: ExportScope, most: number) => Promise<number>) | null;
  pages: (ctx: Context, scope: ExportScope) => AsyncGenerator<Cell[][]>;
}

interface Source<View> extends Pick<FileKind, 'isOfPeriod' | 'count'> {
  pages: (ctx: Context, scope: ExportScope) => AsyncGenerator<View[]>;
}

/** @param columns by name, in their order: the cell of each row. */
export function fileOf<View>(source: Source<View>, columns: Readonly<Record<string, (row: View) => Cell>>): FileKind {
  const cells = Object.values(columns);
  return {
    ...source,
    columns: Object.keys(columns),
    pages: async function* (ctx, scope) {
      for await (const page of source.pages(ctx, scope)) yield page.map((row) => cells.map((cellOf) => cellOf(row)));
    },
  };
}

/** Several values in one cell. */
export function listed(values: readonly string[]): string {
  return values.join('; ');
}
