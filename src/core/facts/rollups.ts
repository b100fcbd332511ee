import { lock, rowLock } from '../../database/advisory-lock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { type Statement, statement } from '../../database/rows.js';
import { NAME_MAX } from '../input.js';
import type { ProjectScope } from './project-scope.js';

/** Of a fact's alias, the condition that it belongs to the part that is computed. */
type OfPart = (alias: string) => string;
type Source = (of: OfPart) => string;

/** A rollup: the keys and values of its rows, and how these are computed from `source`, alias `f`. */
export interface Rollup {
  table: string;
  /** The key columns after account, project and analysis. */
  keys: readonly string[];
  /** Column → its value over the rows of one key. */
  values: Readonly<Record<string, string>>;
  /** A table, a select of rows of the account $1, or what makes a select of the wanted part alone. */
  source: string | Source;
  /** Column → its expression, for keys that are not columns of the source. */
  derived?: Readonly<Record<string, string>>;
}

const DAY = ['bucket_date', 'platform'];
const SEEN = { first_seen_at: 'min(f.answered_at)', last_seen_at: 'max(f.answered_at)' };

const DAILY_RESPONSE: Rollup = {
  table: 'daily_response',
  keys: DAY,
  values: {
    response_count: 'count(*)::int',
    brand_mention_count: 'count(*) filter (where f.is_brand_named)::int',
    positive: `count(*) filter (where f.sentiment = 'positive')::int`,
    neutral: `count(*) filter (where f.sentiment = 'neutral')::int`,
    negative: `count(*) filter (where f.sentiment = 'negative')::int`,
    mixed: `count(*) filter (where f.sentiment = 'mixed')::int`,
    no_rule: `count(*) filter (where f.sentiment_source = 'no_rule')::int`,
  },
  source: 'answer_reading',
};

/**
 * The brand, and the competitors that the analysis looked for, in each answer of the part that names them: where the
 * name begins, where the first of them does, and its rank. Expected to be many, as {@link cited} are.
 */
const placed = (of: OfPart) => `(
         select m.account_id, m.project_id, m.analysis_id, m.bucket_date, m.answer_id, m.platform, m.subject_id,
           m.position, m.spans[1] as begins_at,
           min(m.spans[1]) over (partition by m.bucket_date, m.answer_id) as first_at
         from answer_mention m
         join analysis a on a.account_id = $1 and a.id = m.analysis_id
         cross join lateral (
           select a.project_id as id
           union all
           select (o.value ->> 'id')::uuid
           from jsonb_array_elements(a.subjects -> 'competitors') o
         ) sought
         where ${of('m')} and m.subject_id = sought.id
         ${expectedMany('uuid', 'uuid', 'uuid', 'date', 'uuid', 'text', 'uuid', 'integer', 'integer', 'integer')}
       )`;

/**
 * Where names {@link placed} are. A third is of the text as it is stored, links and marks included. Whether a name is
 * in the first is not known where the length of a text is not.
 */
function placesOf(brand: '' | 'brand_'): Record<string, string> {
  const early = 'count(*) filter (where f.begins_at * 3 < f.text_length)::int';
  return {
    [`${brand}first_count`]: 'count(*) filter (where f.begins_at = f.first_at)::int',
    [`${brand}early_count`]: `case when bool_and(f.begins_at is null or f.text_length is not null) then ${early} end`,
    [`${brand}ranked_count`]: 'count(f.position)::int',
    [`${brand}rank_sum`]: 'coalesce(sum(f.position), 0)::int',
  };
}

/** By question, so that periods can be compared over the questions they have in common. */
const DAILY_QUESTION_RESPONSE: Rollup = {
  table: 'daily_question_response',
  keys: [...DAY, 'question_hash'],
  values: {
    response_count: 'count(*)::int',
    brand_mention_count: 'count(*) filter (where f.is_brand_named)::int',
    ...placesOf('brand_'),
  },
  source: (of) => `(
       select r.*, n.position, n.begins_at, n.first_at
       from (
         select r.bucket_date, r.answer_id, r.platform, r.question_hash, r.is_brand_named, r.text_length
         from answer_reading r
         where ${of('r')}
         ${expectedMany('date', 'uuid', 'text', 'bytea', 'boolean', 'integer')}
       ) r
       left join ${placed(of)} n on n.bucket_date = r.bucket_date and n.answer_id = r.answer_id
         and n.subject_id = n.project_id
     )`,
};

/** Models of a platform and day that are counted by name: a file can have as many as it has lines. */
const MODELS_MAX = 50;

/**
 * By model, as the answer names it: '' where it names none, a name that is longer than an import's may be, and for the
 * models beyond those of most responses.
 */
const DAILY_MODEL_RESPONSE: Rollup = {
  table: 'daily_model_response',
  keys: [...DAY, 'model'],
  values: { response_count: 'sum(f.response_count)::int', brand_mention_count: 'sum(f.brand_mention_count)::int' },
  source: (of) => `(
       select g.bucket_date, g.platform, case when g.place <= ${MODELS_MAX} then g.model else '' end as model,
         g.response_count, g.brand_mention_count
       from (
         select r.bucket_date, r.platform, m.model, count(*) as response_count,
           count(*) filter (where r.is_brand_named) as brand_mention_count,
           row_number() over (
             partition by r.bucket_date, r.platform order by count(*) desc, m.model collate "C"
           ) as place
         from answer_reading r
         join answer a on a.account_id = $1 and a.project_id = r.project_id and a.bucket_date = r.bucket_date
           and a.id = r.answer_id
         cross join lateral (select case when length(a.model) <= ${NAME_MAX} then a.model else '' end as model) m
         where ${of('r')}
         group by r.bucket_date, r.platform, m.model
       ) g
     )`,
};

/**
 * The competitors that the analysis looked for, by question, so that each is compared with the brand over the same
 * questions. Other names that were found are left out: they are hundreds.
 */
const DAILY_QUESTION_MENTION: Rollup = {
  table: 'daily_question_mention',
  keys: [...DAY, 'question_hash', 'subject_id'],
  values: { response_count: 'count(*)::int', ...placesOf('') },
  source: (of) => `(
       select n.*, r.question_hash, r.text_length
       from ${placed(of)} n
       join (
         select r.bucket_date, r.answer_id, r.question_hash, r.text_length
         from answer_reading r
         where ${of('r')}
         ${expectedMany('date', 'uuid', 'bytea', 'integer')}
       ) r on r.bucket_date = n.bucket_date and r.answer_id = n.answer_id
       where n.subject_id <> n.project_id
     )`,
};

const DAILY_MENTION: Rollup = {
  table: 'daily_mention',
  keys: [...DAY, 'subject_id'],
  values: { mention_count: 'sum(f.mention_count)::int', response_count: 'count(*)::int', ...SEEN },
  source: 'answer_mention',
};

/**
 * Citations, each with whether its response names the brand and a competitor that the analysis looked for. All three
 * are read for the part alone and joined by hash: each is expected to have many rows, as without statistics, right
 * after an import, the planner expects one and compares each citation with each response.
 */
const cited: Source = (of) => `(
       select c.*, coalesce(r.is_brand_named, false) as names_brand, n.answer_id is not null as names_competitor
       from (
         select c.bucket_date, c.platform, c.domain, c.url, c.answer_id, c.answered_at
         from answer_citation c
         where ${of('c')}
         ${expectedMany('date', 'text', 'text', 'text', 'uuid', 'timestamptz')}
       ) c
       left join (
         select r.bucket_date, r.answer_id, r.is_brand_named
         from answer_reading r
         where ${of('r')}
         ${expectedMany('date', 'uuid', 'boolean')}
       ) r on r.bucket_date = c.bucket_date and r.answer_id = c.answer_id
       left join (
         select m.bucket_date, m.answer_id
         from answer_mention m
         join analysis a on a.account_id = $1 and a.id = m.analysis_id
         cross join lateral jsonb_array_elements(a.subjects -> 'competitors') o
         where ${of('m')} and m.subject_id = (o.value ->> 'id')::uuid
         group by m.bucket_date, m.answer_id
         ${expectedMany('date', 'uuid')}
       ) n on n.bucket_date = c.bucket_date and n.answer_id = c.answer_id
     )`;

/** No rows, of columns of these types, of which the planner expects a thousand. */
function expectedMany(...types: readonly string[]): string {
  const columns = types.map((type) => `null::${type}`).join(', ');
  return `union all select ${columns} from generate_series(1, (select 0))`;
}

const NAMINGS = {
  brand_response_count: 'count(distinct f.answer_id) filter (where f.names_brand)::int',
  competitor_response_count: 'count(distinct f.answer_id) filter (where f.names_competitor)::int',
  competitor_alone_count: 'count(distinct f.answer_id) filter (where f.names_competitor and not f.names_brand)::int',
};

/** `citation_count` counts pages, each once an answer; all other counts are of answers. */
const DAILY_CITATION: Rollup = {
  table: 'daily_citation',
  keys: [...DAY, 'domain'],
  values: {
    citation_count: 'count(*)::int',
    response_count: 'count(distinct f.answer_id)::int',
    ...SEEN,
    ...NAMINGS,
  },
  source: cited,
};

const DAILY_CITATION_URL: Rollup = {
  table: 'daily_citation_url',
  keys: [...DAY, 'domain', 'url_hash'],
  values: { url: 'min(f.url)', citation_count: 'count(*)::int', ...NAMINGS, ...SEEN },
  source: cited,
  derived: { url_hash: `sha256(convert_to(f.url, 'UTF8'))` },
};

/** The rollups that are computed from a day's facts alone. */
const DAILY_ROLLUPS: readonly Rollup[] = [
  DAILY_RESPONSE,
  DAILY_QUESTION_RESPONSE,
  DAILY_MODEL_RESPONSE,
  DAILY_QUESTION_MENTION,
  DAILY_MENTION,
  DAILY_CITATION,
  DAILY_CITATION_URL,
];

/** Computed from the daily mentions, so that a sum over all history does not read its facts. */
const MENTION_TOTAL: Rollup = {
  table: 'mention_total',
  keys: ['subject_id'],
  values: {
    mention_count: 'sum(f.mention_count)::bigint',
    first_seen_at: 'min(f.first_seen_at)',
    last_seen_at: 'max(f.last_seen_at)',
  },
  source: 'daily_mention',
};

/** All of them, each after those that it is computed from. */
export const ROLLUPS: readonly Rollup[] = [...DAILY_ROLLUPS, MENTION_TOTAL];

/** The rows that a rollup should hold, key and values, from the source rows that `of` selects. */
export function expectedRows({ keys, values, source, derived = {} }: Rollup, of: OfPart): string {
  const keyColumns = keys.map((key) => `${derived[key] ?? `f.${key}`} as ${key}`);
  const valueColumns = Object.entries(values).map(([column, value]) => `${value} as ${column}`);
  const chosen = typeof source === 'string' ? `${source} f\n     where ${of('f')}` : `${source(of)} f`;
  return `select ${[...keyColumns, ...valueColumns].join(', ')}
     from ${chosen}
     group by ${keys.map((_, place) => place + 1).join(', ')}`;
}

/** What one statement recomputes, so that none runs into a timeout, however long the history is. */
const DAYS_AT_ONCE = 31;
const SUBJECTS_AT_ONCE = 1_000;

/** The part of a rollup that is recomputed: the rows whose `column` has one of the values that $4 lists. */
interface Part {
  column: string;
  type: string;
}

const OF_DAYS: Part = { column: 'bucket_date', type: 'date' };
const OF_SUBJECTS: Part = { column: 'subject_id', type: 'uuid' };

const DAILY = DAILY_ROLLUPS.filter((rollup) => rollup !== DAILY_MENTION).map((rollup) => recompute(rollup, OF_DAYS));
const MENTIONS = recompute<{ subject_id: string }>(DAILY_MENTION, OF_DAYS, 'subject_id');
const TOTALS = recompute(MENTION_TOTAL, OF_SUBJECTS);

/**
 * Recomputes the daily rollups of `days`, and the totals of the subjects whose mentions changed on these, from the
 * facts of the analysis: absolute values, so doing it twice changes nothing. One transaction at a time for each
 * analysis: of two that write one day, the later sees the facts that the earlier committed.
 */
export async function rollUp(
  tx: DatabaseSession,
  scope: ProjectScope,
  analysisId: string,
  days: Iterable<string>,
): Promise<void> {
  const touched = [...new Set(days)].sort();
  if (touched.length === 0) return;
  const key = [scope.accountId, scope.projectId, analysisId];
  await lock(tx, rowLock('rollup', analysisId));
  const subjects = new Set<string>();
  for (const some of portions(touched, DAYS_AT_ONCE)) {
    for (const daily of DAILY) await tx.rows(daily, [...key, some]);
    for (const { subject_id } of await tx.rows(MENTIONS, [...key, some])) subjects.add(subject_id);
  }
  for (const some of portions([...subjects], SUBJECTS_AT_ONCE)) await tx.rows(TOTALS, [...key, some]);
}

function* portions<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/**
 * Writes rows that are new or different and deletes those that no longer hold; equal rows cost no write. `except` finds
 * both, as it sorts or hashes: with `not exists` the planner, which has no statistics of rows just imported, compared
 * each row with each (measured: 17 s for 24,000 rows, against 0.4). The values of $4 are looked up one by one, by
 * laterals kept out of the join: for a list of unknown values the planner read all partitions from end to end
 * (measured: 30 ms for a day of 825 mentions, against 2).
 * @returns a statement whose rows are the values of `returned` in rows that were written or deleted, each once.
 */
function recompute<Row = object>(rollup: Rollup, part: Part, returned = part.column): Statement<Row> {
  const { table, keys } = rollup;
  const values = Object.keys(rollup.values);
  const stored = ['account_id', 'project_id', 'analysis_id', ...keys];
  const columnsOf = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`).join(', ');
  const ofPart = (alias: string) =>
    `${alias}.account_id = $1 and ${alias}.project_id = $2 and ${alias}.analysis_id = $3
         and ${alias}.${part.column} = part.value`;
  return statement(
    `recompute-${table}`,
    `with wanted as materialized (
     select ${columnsOf('w', [...keys, ...values])}
     from unnest($4::${part.type}[]) as part (value)
     cross join lateral (
     ${expectedRows(rollup, ofPart)}
     ) w
   ),
   present as materialized (
     select ${columnsOf('p', [...keys, ...values])}
     from unnest($4::${part.type}[]) as part (value)
     cross join lateral (
       select ${columnsOf('t', [...keys, ...values])}
       from ${table} t
       where ${ofPart('t')}
       offset 0
     ) p
   ),
   gone as materialized (
     select ${keys.join(', ')}
     from present
     except
     select ${keys.join(', ')}
     from wanted
   ),
   changed as materialized (
     select ${[...keys, ...values].join(', ')}
     from wanted
     except
     select ${[...keys, ...values].join(', ')}
     from present
   ),
   vanished as (
     delete from ${table} t
     using gone
     where t.account_id = $1 and t.project_id = $2 and t.analysis_id = $3
       and ${keys.map((key) => `t.${key} = gone.${key}`).join(' and ')}
     returning t.${returned}
   ),
   written as (
     insert into ${table} as t (${[...stored, ...values].join(', ')})
     select $1, $2, $3, ${columnsOf('c', [...keys, ...values])}
     from changed c
     on conflict (${stored.join(', ')}) do update
     set ${values.map((column) => `${column} = excluded.${column}`).join(', ')}
     returning t.${returned}
   )
   select ${returned}
   from vanished
   union
   select ${returned}
   from written`,
  );
}
