import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type Statement, statement } from '../../database/rows.js';
import { refuseUnlessHolder, refuseUnlessSteppedUp } from '../access/access.js';
import type { Context } from '../context.js';
import { sessionHolderOf } from '../people/holder-sessions.js';
import { actorOf, type Client, saveSecurityEvent } from '../people/security-events.js';
import { toDay } from '../time.js';
import { ACCOUNT_TABLES, type AccountTable } from './account-tables.js';

/** Of what an archive is: all that the account has, or what is known of one of its people. */
export type ExportSubject = 'account' | 'person';

/** An archive that may be written: nothing of it is read yet. */
export interface AccountExport {
  /** With its ending; letters, digits, hyphens and one dot. */
  fileName: string;
  /**
   * The bytes of a zip archive, read from the database as its reader takes them: what is held is a page of rows. It
   * fails where the database does; an archive without its end is refused by every program that opens one. Beginning it
   * is a security event.
   */
  open: () => Promise<Readable>;
}

interface ExportedRow {
  line: string;
  /** The row's key after the account, as text. */
  position: string[];
}

/** How the rows of a table are read: all of an account, or those of one person. */
interface Reading {
  table: AccountTable;
  first: Statement<ExportedRow>;
  next: Statement<ExportedRow>;
}

const READINGS: Readonly<Record<ExportSubject, readonly Reading[]>> = {
  account: ACCOUNT_TABLES.map((table) => readingOf(table, null)),
  person: ACCOUNT_TABLES.flatMap((table) => (table.ofPerson === null ? [] : [readingOf(table, table.ofPerson)])),
};

function readingOf(table: AccountTable, ofPerson: string | null): Reading {
  const name = `${ofPerson === null ? 'account' : 'person'}-${table.table}`;
  return {
    table,
    first: statement(`export-first-${name}`, pageOf(table, ofPerson, false)),
    next: statement(`export-next-${name}`, pageOf(table, ofPerson, true)),
  };
}

/** A page of rows as JSON, in the order of their key; those after a key where `isNext`. */
function pageOf({ table, key, columns, pageRows }: AccountTable, ofPerson: string | null, isNext: boolean): string {
  const keys = key.map((column) => column.split(' ')).map(([name = '', type = '']) => ({ name: `t.${name}`, type }));
  const names = keys.map(({ name }) => name).join(', ');
  const firstValue = ofPerson === null ? 2 : 3;
  const values = keys.map(({ type }, at) => `$${firstValue + at}::${type}`).join(', ');
  const after = isNext && keys.length > 0 ? `and (${names}) > (${values})` : '';
  return `select json_build_object(${columns.map((column) => `'${column}', t.${column}`).join(', ')})::text as line,
     array[${keys.map(({ name }) => `${name}::text`).join(', ')}]::text[] as position
   from ${table} t
   where t.account_id = $1 ${ofPerson === null ? '' : `and ${ofPerson}`} ${after}
   ${names === '' ? '' : `order by ${names}`}
   limit ${pageRows}`;
}

/**
 * All that the service keeps of the caller's account, without its secrets. For owners who proved who they are, also
 * with an inactive subscription, and for the operator. Rows that change while it is read may be seen before or after.
 * @throws ServiceError FORBIDDEN, also for keys; STEP_UP_REQUIRED.
 */
export async function openAccountExport(ctx: Context, client: Client): Promise<AccountExport> {
  refuseUnlessHolder(ctx.caller, 'Exports of the account', 'owner');
  refuseUnlessSteppedUp(ctx.caller);
  return prepare(ctx, client, 'account');
}

/**
 * What the service keeps of the person who asks: profile, sessions, browsers, factors and security events, without
 * secrets. @throws ServiceError FORBIDDEN for all but a holder; STEP_UP_REQUIRED.
 */
export async function openPersonExport(ctx: Context, client: Client): Promise<AccountExport> {
  sessionHolderOf(ctx);
  refuseUnlessSteppedUp(ctx.caller);
  return prepare(ctx, client, 'person');
}

function prepare(ctx: Context, client: Client, subject: ExportSubject): AccountExport {
  const kind = subject === 'account' ? 'account_exported' : 'own_data_exported';
  return {
    fileName: `${subject}-${toDay(ctx.clock.now())}.zip`,
    open: async () => {
      await saveSecurityEvent(ctx.db, { ...actorOf(ctx.caller, client), accountId: ctx.caller.accountId, kind });
      return archiveOf(filesOf(ctx, subject));
    },
  };
}

interface ArchivedFile {
  name: string;
  pages: () => AsyncIterable<Buffer>;
}

/** The description comes last, with what was written. */
function filesOf(ctx: Context, subject: ExportSubject): ArchivedFile[] {
  const began = ctx.clock.now();
  const rows = new Map<string, number>();
  const files = READINGS[subject].map((reading) => ({
    name: `${reading.table.table}.ndjson`,
    pages: async function* () {
      for await (const page of pagesOf(ctx, reading, subject)) {
        rows.set(reading.table.table, (rows.get(reading.table.table) ?? 0) + page.length);
        yield Buffer.from(page.map(({ line }) => `${line}\n`).join(''));
      }
    },
  }));
  const about = async function* () {
    yield Buffer.from(`${JSON.stringify(describe(ctx, subject, began, rows), null, 2)}\n`);
  };
  return [...files, { name: 'about.json', pages: about }];
}

async function* pagesOf(
  ctx: Context,
  { table, first, next }: Reading,
  subject: ExportSubject,
): AsyncGenerator<ExportedRow[]> {
  const whose = subject === 'account' ? [ctx.caller.accountId] : [ctx.caller.accountId, sessionHolderOf(ctx).holderId];
  let page = await ctx.db.rows(first, whose);
  while (page.length > 0) {
    yield page;
    const last = page.at(-1);
    if (!last || page.length < table.pageRows || table.key.length === 0) return;
    page = await ctx.db.rows(next, [...whose, ...last.position]);
  }
}

function describe({ caller, clock }: Context, subject: ExportSubject, began: Date, rows: ReadonlyMap<string, number>) {
  return {
    format: 1,
    subject,
    account_id: caller.accountId,
    began_at: began.toISOString(),
    ended_at: clock.now().toISOString(),
    about: [
      'Each file has one JSON object a line (NDJSON), in UTF-8; each line is a row, in the order of its key.',
      'Instants are ISO 8601, days YYYY-MM-DD in UTC, bytes hexadecimal after \\x.',
      'Passwords, keys, second factors and sessions are left out as far as they are secrets: see `withheld`.',
      'Rows that changed between `began_at` and `ended_at` are as they were before or after.',
    ],
    files: READINGS[subject].map(({ table: { table, holds, columns, withheld } }) => ({
      file: `${table}.ndjson`,
      holds,
      rows: rows.get(table) ?? 0,
      columns,
      withheld,
    })),
  };
}

/** A file is begun once the one before it was taken, so that one page is held at a time. */
function archiveOf(files: readonly ArchivedFile[]): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream;
  if (!(archive instanceof Readable)) throw new Error('the archive is no stream that can be destroyed');
  // Who reads the archive is told by it, and may have left before.
  archive.on('error', () => {});
  const fail = (reason: unknown) => {
    archive.destroy(reason instanceof Error ? reason : new Error(String(reason), { cause: reason }));
  };
  let current: Readable | undefined;
  for (const { name, pages } of files) {
    zip.addReadStreamLazy(name, {}, (begin) => {
      current = Readable.from(pages(), { objectMode: false }).on('error', fail);
      begin(null, current);
    });
  }
  zip.on('error', fail);
  archive.on('close', () => current?.destroy());
  zip.end();
  return archive;
}
