/** A statement that matters has a name, so that PostgreSQL plans it once a connection, and says what a row of it is. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Whether it only reads, so that it may be sent twice; in doubt it does not. */
  readonly isRead: boolean;
  /** Never set: carries the row's type. */
  readonly row?: Row;
}

/** The texts by name, as the modules that hold them are loaded. */
const known = new Map<string, string>();

/** A statement for `DatabaseSession.rows`, declared once beside the function that runs it; no two have one name. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  known.set(name, text);
  return { name, text, isRead: isRead(text) };
}

/** The text of each statement that the modules loaded so far have made, by name. */
export function knownStatements(): ReadonlyMap<string, string> {
  return known;
}

/** What changes rows, holds them locked, or sets something in the session; names of columns have further letters. */
const CHANGES = /\b(?:insert|update|delete|merge|truncate|call|set_config|nextval|for\s+(?:key\s+)?share)\b/i;

/** Whether the text of a statement only reads. In doubt it does not. */
export function isRead(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !CHANGES.test(text);
}
