/** The hand-written SQL of the bar. It covers only what the benchmark stores, not the service's other cases. */
export const LIST_ROWS = `
select id, account_id, name, brand_name, website_url, favicon_url, description, target_country, main_topic, platforms,
  monitoring_frequency, auto_discover_competitors, is_active, is_paused, created_at, updated_at
from project
where account_id = $1 and archived_at is null
order by created_at, id`;

export const LIST_JSON = `
select json_build_object('data', coalesce(json_agg(p order by p.created_at, p.id), '[]'))::text as body
from (
  select id, account_id, name, brand_name, website_url, favicon_url, description, target_country, main_topic,
    json_build_object('platforms', platforms, 'monitoring_frequency', monitoring_frequency,
      'auto_discover_competitors', auto_discover_competitors) as settings,
    is_active, is_paused, to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
  from project
  where account_id = $1 and archived_at is null
) p`;

/** One row for each day and one for each platform. */
export const VISIBILITY_ROWS = `
select r.bucket_date, r.platform, sum(r.response_count)::int as responses, sum(r.brand_mention_count)::int as naming
from analysis_selection s
join daily_response r on r.account_id = s.account_id and r.project_id = s.project_id and r.analysis_id = s.analysis_id
where s.account_id = $1 and s.project_id = $2 and r.bucket_date between $3 and $4
group by grouping sets ((r.bucket_date), (r.platform))
order by r.bucket_date, r.platform`;

export const VISIBILITY_JSON = `
with cut as (
  select r.bucket_date, r.platform, grouping(r.bucket_date, r.platform) as level,
  sum(r.response_count)::int as responses,
    round(100.0 * sum(r.brand_mention_count) / sum(r.response_count))::int as score,
    sum(r.brand_mention_count)::int as naming
  from analysis_selection s
  join daily_response r on r.account_id = s.account_id and r.project_id = s.project_id and r.analysis_id = s.analysis_id
  where s.account_id = $1 and s.project_id = $2 and r.bucket_date between $3 and $4
  group by grouping sets ((r.bucket_date), (r.platform), ())
)
select json_build_object('data', json_build_object(
  'project_id', $2::uuid,
  'window', json_build_object('from', $3::date, 'to', $4::date),
  'by_platform', coalesce(json_object_agg(platform, json_build_object('response_count', responses,
    'brand_mention_count', naming, 'visibility_score', score)) filter (where level = 2), '{}'),
  'score', coalesce(max(score) filter (where level = 3), 0),
  'trend', coalesce(json_agg(json_build_object('date', bucket_date, 'score', score, 'responses', responses)
    order by bucket_date) filter (where level = 1), '[]')))::text as body
from cut`;
