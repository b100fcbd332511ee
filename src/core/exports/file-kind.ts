import type { Context } from '../context.js';
import type { DailyScope } from '../reporting/daily-rows.js';

/** What one cell of a file holds; null is an empty one. */
export type Cell = string | number | boolean | null;

/**
 * What a column holds, so that a file with types can have them: dates are `YYYY-MM-DD`, timestamps are in ISO 8601 UTC
 * with milliseconds; integers have 32 bits.
 */
export type ColumnType = 'text' | 'date' | 'timestamp' | 'integer' | 'double' | 'boolean';

/** A column of a file, as its reader knows it. Any of its cells may be null. */
export interface Column {
  name: string;
  type: ColumnType;
}

/** One project's rows of a period under one analysis, or what it has now. */
export type ExportScope = DailyScope;

/** A kind of file: its columns, and where its rows come from. */
export interface FileKind {
  columns: readonly Column[];
  /** False for a list of what there is now; an archived project has none. */
  isOfPeriod: boolean;
  /**
   * How many rows there are, counted up to `most`; null where there are never more than one request of the budget pays
   * for.
   */
  count: ((ctx: Context, scope: ExportScope, most: number) => Promise<number>) | null;
  /** Each row has a cell for each column, in their order. */
  pages: (ctx: Context, scope: ExportScope) => AsyncGenerator<Cell[][]>;
}

/** How the cell of a row is found, and what it holds. */
interface CellOf<View> {
  type: ColumnType;
  of: (row: View) => Cell;
}

/** The columns of a kind by name, in their order. */
export type Columns<View> = Readonly<Record<string, CellOf<View>>>;

type Found<View, Value> = (row: View) => Value | null;

/** The columns that a file may have, by what they hold. */
export const column = {
  text: <View>(of: Found<View, string>): CellOf<View> => ({ type: 'text', of }),
  date: <View>(of: Found<View, string>): CellOf<View> => ({ type: 'date', of }),
  timestamp: <View>(of: Found<View, string>): CellOf<View> => ({ type: 'timestamp', of }),
  integer: <View>(of: Found<View, number>): CellOf<View> => ({ type: 'integer', of }),
  double: <View>(of: Found<View, number>): CellOf<View> => ({ type: 'double', of }),
  boolean: <View>(of: Found<View, boolean>): CellOf<View> => ({ type: 'boolean', of }),
};

interface Source<View> extends Pick<FileKind, 'isOfPeriod' | 'count'> {
  pages: (ctx: Context, scope: ExportScope) => AsyncGenerator<View[]>;
}

/** The kind of file that has these columns of what its source finds. */
export function fileOf<View>(source: Source<View>, columns: Columns<View>): FileKind {
  const cells = Object.values(columns);
  return {
    ...source,
    columns: Object.entries(columns).map(([name, { type }]) => ({ name, type })),
    pages: async function* (ctx, scope) {
      for await (const page of source.pages(ctx, scope)) yield page.map((row) => cells.map(({ of }) => of(row)));
    },
  };
}

/** Several values in one cell. */
export function listed(values: readonly string[]): string {
  return values.join('; ');
}
