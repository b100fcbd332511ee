import type { Clock } from '../../clock.js';
import type { Database } from '../../database/database.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { type Statement, statement } from '../../database/rows.js';
import { ACCOUNT_TABLES, type AccountTable } from './account-tables.js';

/** Of all accounts, a read alone: those whose grace is over, in the order in which it ended. */
const FIND_DUE = statement<{ account_id: string }>(
  'find-accounts-to-remove',
  `select account_id
   from account_deletion
   where delete_at <= now()
   order by delete_at, account_id
   limit $1`,
);

/** From now on it cannot be taken back. Nothing where it was taken back meanwhile. */
const BEGIN = statement<object>(
  'begin-removing-account',
  `update account_deletion
   set removing_since = coalesce(removing_since, $2)
   where account_id = $1 and delete_at <= now()
   returning account_id`,
);

/** So that no person signs in to an account whose rows are going. */
const DISABLE_HOLDERS = statement<object>(
  'disable-holders-of-removed-account',
  `update holder
   set disabled_at = $2, updated_at = $2
   where account_id = $1 and disabled_at is null`,
);

/** Of no account: which accounts a platform refused. */
const FORGET_REFUSALS = statement<object>(
  'forget-refusals-of-account',
  `update platform_gate
   set refused_accounts = array_remove(refused_accounts, $1::text)
   where $1::text = any (refused_accounts)`,
);

const DELETE_DELETION = statement<object>(
  'delete-account-deletion',
  `delete from account_deletion
   where account_id = $1`,
);

const DELETE_ACCOUNT = statement<object>(
  'delete-account',
  `delete from account
   where account_id = $1`,
);

/** Accounts of one look; those beyond come with the next. */
const ACCOUNTS_MAX = 10;
/** Pages of an export that one statement deletes: some thousands of rows, a hundred with long texts. */
const BATCH_PAGES = 5;
/** Passes over all tables, until one finds nothing: what was under way as the removal began may have written since. */
const PASSES_MAX = 5;

/** How the rows of a table go. */
interface Removal {
  table: string;
  /** The key of the last row of a batch; none where fewer are left. */
  last: Statement<{ position: string[] }> | null;
  upTo: Statement<{ removed: number }> | null;
  rest: Statement<{ removed: number }>;
}

/** What lets people and keys in, and what makes workers begin, goes first; others after those that refer to them. */
const FIRST: readonly string[] = ['session', 'api_key', 'one_time_link', 'project_task'];
const KEPT_TO_THE_END: readonly string[] = ['account', 'account_deletion'];

const REMOVALS: readonly Removal[] = ACCOUNT_TABLES.filter(({ table }) => !KEPT_TO_THE_END.includes(table))
  .toReversed()
  .toSorted((one, other) => Number(FIRST.includes(other.table)) - Number(FIRST.includes(one.table)))
  .map(removalOf);

function removalOf({ table, key, pageRows }: AccountTable): Removal {
  const keys = key.map((column) => column.split(' ')).map(([name = '', type = '']) => ({ name: `t.${name}`, type }));
  const names = keys.map(({ name }) => name).join(', ');
  const values = keys.map(({ type }, at) => `$${at + 2}::${type}`).join(', ');
  const deleting = (condition: string) => `with gone as (
     delete from ${table} t
     where t.account_id = $1 ${condition}
     returning 1
   )
   select count(*)::int as removed
   from gone`;
  const rest = statement<{ removed: number }>(`remove-rest-of-${table}`, deleting(''));
  if (names === '') return { table, last: null, upTo: null, rest };
  const position = `array[${keys.map(({ name }) => `${name}::text`).join(', ')}]::text[]`;
  return {
    table,
    last: statement(
      `remove-last-of-${table}`,
      `select ${position} as position
       from ${table} t
       where t.account_id = $1
       order by ${names}
       limit 1
       offset ${pageRows * BATCH_PAGES - 1}`,
    ),
    upTo: statement(`remove-up-to-${table}`, deleting(`and (${names}) <= (${values})`)),
    rest,
  };
}

/**
 * Removes the accounts whose grace is over, for good: every row, batch by batch, each in a transaction of its own, and
 * the account itself last. Cut off, it goes on where it was with the next call; any number of processes may call it.
 * @param signal aborted to end after the batch under way.
 * @returns the accounts that are gone.
 */
export async function removeDueAccounts(database: Database, clock: Clock, signal?: AbortSignal): Promise<string[]> {
  const due = await database.openForJob().rows(FIND_DUE, [ACCOUNTS_MAX]);
  const removed: string[] = [];
  for (const { account_id: accountId } of due) {
    if (await removeAccount(database.openForJob(), accountId, clock, signal)) removed.push(accountId);
  }
  return removed;
}

/** @returns whether it is gone; else it was taken back, or something still writes for it. */
async function removeAccount(
  db: DatabaseSession,
  accountId: string,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!(await begin(db, accountId, clock.now()))) return false;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    let removed = 0;
    for (const removal of REMOVALS) removed += await removeRows(db, accountId, removal, signal);
    if (removed === 0) return end(db, accountId);
  }
  return false;
}

function begin(db: DatabaseSession, accountId: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await tx.rows(BEGIN, [accountId, now])).length === 0) return false;
    await tx.rows(DISABLE_HOLDERS, [accountId, now]);
    return true;
  });
}

async function removeRows(
  db: DatabaseSession,
  accountId: string,
  { last, upTo, rest }: Removal,
  signal: AbortSignal | undefined,
): Promise<number> {
  let removed = 0;
  const remove = async (of: Statement<{ removed: number }>, values: readonly unknown[]) => {
    signal?.throwIfAborted();
    removed += (await db.rows(of, [accountId, ...values]))[0]?.removed ?? 0;
  };
  while (last && upTo) {
    const [found] = await db.rows(last, [accountId]);
    if (!found) break;
    await remove(upTo, found.position);
  }
  await remove(rest, []);
  return removed;
}

/** The foreign keys to the account refuse it where a row was written meanwhile. */
async function end(db: DatabaseSession, accountId: string): Promise<boolean> {
  await db.rows(FORGET_REFUSALS, [accountId]);
  await db.transaction(async (tx) => {
    await tx.rows(DELETE_DELETION, [accountId]);
    await tx.rows(DELETE_ACCOUNT, [accountId]);
  });
  return true;
}
