import { plainEvidence } from '../../src/core/alerts/evidence.js';
import type { Caller } from '../../src/core/context.js';
import type { TestDatabase } from './database.js';
import { fillEveryTable, idOf, type Table, tablesWithAccount } from './every-table.js';
import { aDocument } from './report-document.js';
import { queryDatabase } from './sql.js';

/** A day before the tests' today, which all that is filled is of. */
export const FILLED_DAY = '2026-06-10';

/** Project 0 is the one that is seen, 1 the other: every table has rows of both, as far as there are any. */
export const projectOf = (accountId: string, at: number) => idOf(accountId, 'project', at);

/** Runs statements of the test's own. */
export const rowsOf =
  (database: TestDatabase) =>
  (text: string, values: readonly unknown[] = []) =>
    queryDatabase<Record<string, unknown>>(database, text, [...values]);

/** Columns that end something: what is filled is still there. */
const ENDS = ['archived_at', 'removed_at', 'disabled_at', 'dismissed_at', 'revoked_at', 'ended_at', 'resolved_at'];

/** Gives an account projects with rows in every table, as something that is still there. */
export async function fillProjects(database: TestDatabase, accountId: string, count: number): Promise<void> {
  const rows = rowsOf(database);
  const tables = await tablesWithAccount(rows);
  await fillEveryTable(rows, accountId, count, FILLED_DAY, tables);
  for (const { name, columns } of tables) {
    const ends = columns.filter((column) => ENDS.includes(column.name)).map((column) => `${column.name} = null`);
    if (ends.length > 0) await rows(`update ${name} set ${ends.join(', ')} where account_id = $1`, [accountId]);
  }
  await rows(`update prompt set wording_of = null, is_active = true, platforms = '{chatgpt}' where account_id = $1`, [
    accountId,
  ]);
  await rows(`update project set platforms = '{chatgpt}', is_paused = false where account_id = $1`, [accountId]);
  await rows(`update feed set platforms = '{chatgpt}' where account_id = $1`, [accountId]);
  await rows(`update answer_correction set names = '[]' where account_id = $1`, [accountId]);
  await rows(`update answer set citations = '[]' where account_id = $1`, [accountId]);
  await rows(`update search_term set lead_hash = term_hash where account_id = $1`, [accountId]);
  await rows(`update competitor_question set suggestions = '[]' where account_id = $1`, [accountId]);
  await rows(`update report_schedule set time_zone = 'UTC' where account_id = $1`, [accountId]);
  await rows(`update alert_settings set kinds = '{prompt_lost}' where account_id = $1`, [accountId]);
  for (const at of [0, 1].slice(0, count)) {
    const ids = [accountId, projectOf(accountId, at), idOf(accountId, 'competitor_candidate', at)];
    for (const table of ['answer_mention', 'daily_mention', 'mention_total']) {
      const own = `${table} t where t.account_id = $1 and t.project_id = $2 and t.subject_id <> $3`;
      const there = `exists (select from ${table} o where (o.account_id, o.project_id, o.subject_id) = ($1, $2, $3))`;
      await rows(`delete from ${own} and ${there}`, ids);
      await rows(`update ${own.replace('t where', 't set subject_id = $3 where')}`, ids);
    }
  }
  const subject = { type: 'brand' as const, id: null, name: 'Brand' };
  const evidence = JSON.stringify(plainEvidence('Brand', subject));
  await rows('update alert set evidence = $2 where account_id = $1', [accountId, evidence]);
  const document = JSON.stringify(aDocument());
  await rows(`update report set document = $2, state = 'ready' where account_id = $1`, [accountId, document]);
  const ids = `array[$2::uuid]`;
  await rows(
    `update notification set project_ids = ${ids}, kinds = '{prompt_lost}', time_zone = 'UTC' where account_id = $1`,
    [accountId, projectOf(accountId, 0)],
  );
  await rows(`update destination set url = 'https://hooks.example/a', last_fault = null where account_id = $1`, [
    accountId,
  ]);
  await rows(`update holder set role = 'member', project_ids = ${ids} where account_id = $1 and id = $3`, [
    ...[accountId, projectOf(accountId, 0)],
    idOf(accountId, 'holder', 0),
  ]);
  await rows(`update holder set role = 'member', project_ids = ${ids} where account_id = $1 and id = $3`, [
    ...[accountId, projectOf(accountId, 1)],
    idOf(accountId, 'holder', 1),
  ]);
}

/** Of person 0, who is limited to project 0 unless another limit is named. */
export function limitedPerson(
  accountId: string,
  projectIds: readonly string[] | null = [projectOf(accountId, 0)],
): Caller {
  return {
    kind: 'holder',
    accountId,
    tier: 'agency',
    holderId: idOf(accountId, 'holder', 0),
    sessionId: idOf(accountId, 'session', 0),
    role: 'member',
    subscription: 'active',
    isSteppedUp: true,
    projectIds,
  };
}

/** What tells projects apart: the tables whose rows are of one, and the ids of what each of two has. */
export interface ProjectIds {
  tables: readonly string[];
  /** Of project 0, and of what is below it. */
  seen: readonly string[];
  /** Of project 1 alone. */
  hidden: readonly string[];
}

/** Ids of projects' rows and of what they name. */
export async function idsOfProjects(database: TestDatabase, accountId: string): Promise<ProjectIds> {
  const ofProjects = (await tablesWithAccount(rowsOf(database))).filter(
    ({ name, columns }) => name === 'project' || columns.some((column) => column.name === 'project_id'),
  );
  const idsOf = async (at: number) =>
    (await Promise.all(ofProjects.map((table) => idsIn(database, table, accountId, projectOf(accountId, at))))).flat();
  const [seen, other] = [new Set(await idsOf(0)), new Set(await idsOf(1))];
  const hidden = [...other].filter((id) => !seen.has(id));
  return { tables: ofProjects.map(({ name }) => name), seen: [...seen], hidden };
}

/** Of the rows that a table has of a project. */
async function idsIn(database: TestDatabase, { name, columns }: Table, accountId: string, projectId: string) {
  const ids = columns.filter((column) => column.type === 'uuid' && !OF_ACCOUNT.includes(column.name));
  const found = await rowsOf(database)(
    `select ${ids.map((column) => column.name).join(', ')}
     from ${name}
     where account_id = $1 and ${name === 'project' ? 'id' : 'project_id'} = $2`,
    [accountId, projectId],
  );
  return found.flatMap((row) => Object.values(row).filter((id) => typeof id === 'string'));
}

/** Columns that name what is of the account, whatever project the row is of. */
const OF_ACCOUNT = [
  'account_id',
  'holder_id',
  'session_id',
  'destination_id',
  'created_by',
  'acknowledged_by',
  'event_id',
];
