/** A database that keeps copies, of one project or of many. */
export interface Warehouse {
  /** The ending of the files that it loads. */
  format: 'parquet' | 'ndjson';
  /** Versions that were loaded last, by month, and of the lists and the manifest. */
  stateOf: (project: string) => Promise<Map<string, string>>;
  save: (project: string, what: string, version: string) => Promise<void>;
  /** Puts a file in place of what a table has of the project, or of a month of it (`2026-06`), at once. */
  replace: (part: Part, file: Buffer) => Promise<void>;
  /** Forgets a month, of which nothing is left. */
  remove: (project: string, kinds: readonly string[], month: string) => Promise<void>;
  close: () => Promise<void>;
}

/** What a file holds. */
export interface Part {
  kind: string;
  columns: readonly Column[];
  project: string;
  /** Null for a list of what there is now. */
  month: string | null;
}

/** A column of the files, as the manifest names it. */
export interface Column {
  name: string;
  type: 'text' | 'date' | 'timestamp' | 'integer' | 'double' | 'boolean';
}

/** The table of a kind of file. */
export function tableOf(kind: string): string {
  return `"${kind.replace('-', '_')}"`;
}
