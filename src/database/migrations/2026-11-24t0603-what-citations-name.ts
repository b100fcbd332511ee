import { Migration } from '@mikro-orm/migrations';

const COUNTS = ['brand_response_count', 'competitor_response_count', 'competitor_alone_count'];

/** A statement each: Citus takes one column at a time. */
const COLUMNS = [
  ...['daily_citation', 'daily_citation_url'].flatMap((table) =>
    COUNTS.map((column) => `alter table ${table} add column ${column} integer not null default 0`),
  ),
  ...['first_seen_at', 'last_seen_at'].map(
    (column) => `alter table daily_citation_url add column ${column} timestamptz(3)`,
  ),
];

/**
 * The citations of an answer, with what the answer names of what its analysis looked for. Names are looked up by index,
 * answer by answer: the planner expects one row of a list of answers, and would compare each citation with each.
 */
const CITED = `
  select c.*, coalesce(r.is_brand_named, false) as brand, n.is_found is not null as competitor
  from answer_citation c
  left join answer_reading r on r.account_id = c.account_id and r.project_id = c.project_id
    and r.analysis_id = c.analysis_id and r.bucket_date = c.bucket_date and r.answer_id = c.answer_id
  left join (
    select a.account_id, a.project_id, a.id, array_agg((o.value ->> 'id')::uuid) as subject_ids
    from analysis a
    cross join lateral jsonb_array_elements(a.subjects -> 'competitors') o
    group by a.account_id, a.project_id, a.id
  ) a on a.account_id = c.account_id and a.project_id = c.project_id and a.id = c.analysis_id
  left join lateral (
    select true as is_found
    from answer_mention m
    where m.account_id = c.account_id and m.project_id = c.project_id and m.analysis_id = c.analysis_id
      and m.bucket_date = c.bucket_date and m.answer_id = c.answer_id and m.subject_id = any (a.subject_ids)
    limit 1
  ) n on true`;

const KEY = 'account_id, project_id, analysis_id, bucket_date, platform, domain';

const COUNTED = `count(distinct f.answer_id) filter (where f.brand),
    count(distinct f.answer_id) filter (where f.competitor),
    count(distinct f.answer_id) filter (where f.competitor and not f.brand)`;

/**
 * Both as the rollups' own code computes them. A row is found by its key as it conflicts: joined, the planner, which
 * expects few groups, sought each row in all of a project's.
 */
const OF_DOMAINS = `
insert into daily_citation (${KEY}, citation_count, response_count, first_seen_at, last_seen_at, ${COUNTS.join(', ')})
select ${KEY}, count(*), count(distinct f.answer_id), min(f.answered_at), max(f.answered_at), ${COUNTED}
from (${CITED}) f
group by ${KEY}
on conflict (${KEY}) do update
set ${setTo(COUNTS)}`;

const OF_PAGES = `
insert into daily_citation_url (${KEY}, url_hash, url, citation_count, first_seen_at, last_seen_at,
  ${COUNTS.join(', ')})
select ${KEY}, sha256(convert_to(f.url, 'UTF8')), min(f.url), count(*), min(f.answered_at), max(f.answered_at),
  ${COUNTED}
from (${CITED}) f
group by ${KEY}, sha256(convert_to(f.url, 'UTF8'))
on conflict (${KEY}, url_hash) do update
set ${setTo([...COUNTS, 'first_seen_at', 'last_seen_at'])}`;

/**
 * A page whose facts are not there was seen as its domain was that day, else at the day's beginning. Where all have
 * facts, and the migration went through before it did this, nothing is changed.
 */
const WITHOUT_FACTS = [
  `update daily_citation_url u
  set first_seen_at = d.first_seen_at, last_seen_at = d.last_seen_at
  from daily_citation d
  where u.first_seen_at is null and d.account_id = u.account_id and d.project_id = u.project_id
    and d.analysis_id = u.analysis_id and d.bucket_date = u.bucket_date and d.platform = u.platform
    and d.domain = u.domain`,
  `update daily_citation_url
  set first_seen_at = bucket_date::timestamp at time zone 'UTC',
    last_seen_at = bucket_date::timestamp at time zone 'UTC'
  where first_seen_at is null`,
];

const SEEN = ['first_seen_at', 'last_seen_at'].map(
  (column) => `alter table daily_citation_url alter column ${column} set not null`,
);

function setTo(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(', ');
}

/** Facts are as many as retained answers and more; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** What the responses that cite a domain or page name, by day, so that gaps are found without a look at the facts. */
export class WhatCitationsName extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, ...COLUMNS, OF_DOMAINS, OF_PAGES, ...WITHOUT_FACTS, ...SEEN]) this.addSql(sql);
  }
}
