import { getScope, type ProjectScope } from '../../core/facts/project-scope.js';
import { expectedRows, ROLLUPS, type Rollup } from '../../core/facts/rollups.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { type Statement, statement } from '../../database/rows.js';
import { longTransaction } from '../long-transaction.js';

/** A row that differs from the facts: its key's columns, and both sides, null where there is no such row. */
interface Difference {
  projectId: string;
  table: string;
  /** The rest of the key, by column: `bucket_date`, `platform`, `subject_id`, `domain`, `url_hash`, `answer_id`. */
  [column: string]: unknown;
  expected: Record<string, unknown> | null;
  actual: Record<string, unknown> | null;
}

export interface Verification {
  consistent: boolean;
  /** Projects that were compared: those with answers. */
  projects: number;
  /** At most a hundred; `differenceCount` is the number of all. */
  differences: Difference[];
  differenceCount: number;
}

const DIFFERENCES_MAX = 100;

const LIST_SCOPES = statement<{ account_id: string; project_id: string }>(
  'list-analysed-projects',
  `select account_id, project_id
   from analysis_selection
   order by account_id, project_id`,
);

/**
 * Each retained answer has exactly one reading, unless it could not be analysed, which is reported as a difference; not
 * a rollup, but compared like one.
 */
const READINGS: Rollup = {
  table: 'answer_reading',
  keys: ['bucket_date', 'answer_id'],
  values: { platform: 'min(f.platform)', answered_at: 'min(f.answered_at)' },
  source: 'answer',
  derived: { answer_id: 'f.id' },
};

interface DifferenceRow {
  key: Record<string, unknown>;
  expected: Record<string, unknown> | null;
  actual: Record<string, unknown> | null;
  total: number;
}

const COMPARISONS: readonly { table: string; compare: Statement<DifferenceRow> }[] = [
  {
    table: READINGS.table,
    compare: comparison(READINGS, (f) => `${f}.account_id = $1 and ${f}.project_id = s.project_id`),
  },
  ...ROLLUPS.map((rollup) => ({
    table: rollup.table,
    compare: comparison(
      rollup,
      (f) => `${f}.account_id = $1 and ${f}.project_id = s.project_id and ${f}.analysis_id = s.analysis_id`,
    ),
  })),
];

/**
 * Recomputes the rollups of one project, or of all, from the facts of the selected analysis, and compares; changes
 * nothing. Correct also while answers are ingested: facts and their rollups are committed together, and each table is
 * compared within one statement, which sees one moment of the database.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND.
 */
export async function verifyRollups(
  db: DatabaseSession,
  { projectId }: { projectId?: string } = {},
): Promise<Verification> {
  const scopes = projectId === undefined ? await listScopes(db) : [await getScope(db, projectId)];
  const differences: Difference[] = [];
  let differenceCount = 0;
  for (const scope of scopes) {
    const found = await differencesOf(db, scope);
    differenceCount += found.count;
    differences.push(...found.differences.slice(0, DIFFERENCES_MAX - differences.length));
  }
  return { consistent: differenceCount === 0, projects: scopes.length, differences, differenceCount };
}

async function listScopes(db: DatabaseSession): Promise<ProjectScope[]> {
  const found = await db.rows(LIST_SCOPES, []);
  return found.map(({ account_id, project_id }) => ({ accountId: account_id, projectId: project_id }));
}

async function differencesOf(db: DatabaseSession, { accountId, projectId }: ProjectScope) {
  return longTransaction(db, async (tx) => {
    const differences: Difference[] = [];
    let count = 0;
    for (const { table, compare } of COMPARISONS) {
      const found = await tx.rows(compare, [accountId, projectId, DIFFERENCES_MAX]);
      count += found[0]?.total ?? 0;
      differences.push(...found.map(({ key, expected, actual }) => ({ projectId, table, ...key, expected, actual })));
    }
    return { count, differences };
  });
}

function comparison(rollup: Rollup, of: (alias: string) => string): Statement<DifferenceRow> {
  const { table, keys } = rollup;
  const columns = [...keys, ...Object.keys(rollup.values)];
  const side = (alias: string) =>
    `case when ${alias}.${keys[0]} is not null then to_jsonb(${alias}) - '{${keys.join(',')}}'::text[] end`;
  return statement(
    `verify-${table}`,
    `with selected as materialized (
     select account_id, project_id, analysis_id
     from analysis_selection
     where account_id = $1 and project_id = $2
   ),
   expected as (
     select e.*
     from selected s
     cross join lateral (
     ${expectedRows(rollup, of)}
     ) e
   ),
   actual as (
     select ${columns.map((column) => `t.${column}`).join(', ')}
     from selected s
     join ${table} t on t.account_id = $1 and t.project_id = s.project_id and t.analysis_id = s.analysis_id
   )
   select jsonb_build_object(${keys.map((key) => `'${key}', coalesce(e.${key}, a.${key})`).join(', ')}) as key,
     ${side('e')} as expected, ${side('a')} as actual, count(*) over ()::int as total
   from expected e
   full join actual a on ${keys.map((key) => `a.${key} = e.${key}`).join(' and ')}
   where (${columns.map((column) => `e.${column}`).join(', ')})
     is distinct from (${columns.map((column) => `a.${column}`).join(', ')})
   order by ${keys.map((key) => `coalesce(e.${key}, a.${key})`).join(', ')}
   limit $3`,
  );
}
