/** The hand-written SQL of the bar. It covers only what the benchmark stores, not the service's other cases. */
export const LIST_ROWS = `
select id, name, brand_name, website_url, favicon_url, description, target_country, main_topic, platforms,
  monitoring_frequency, auto_discover_competitors, is_active, is_paused, created_at, updated_at
from project
where account_id = $1 and archived_at is null
order by created_at, id
limit 20`;

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

export const LIST_JSON = `
select json_build_object('data', json_build_object('projects', json_build_object('nodes',
  coalesce(json_agg(p order by p."createdAt", p.id), '[]'))))::text as body
from (
  select id, name, brand_name as "brandName", website_url as "websiteUrl", favicon_url as "faviconUrl", description,
    target_country as "targetCountry", main_topic as "mainTopic",
    json_build_object('platforms', upper(platforms::text)::text[], 'monitoringFrequency', upper(monitoring_frequency),
      'autoDiscoverCompetitors', auto_discover_competitors) as settings,
    is_active as "isActive", is_paused as "isPaused", to_char(created_at, ${ISO}) as "createdAt",
    to_char(updated_at, ${ISO}) as "updatedAt"
  from project
  where account_id = $1 and archived_at is null
  order by created_at, id
  limit 20
) p`;

/** The four statements of the dashboard. As the account has at most 20 projects, none waits for their ids. */
export const DASHBOARD_ROWS = {
  projects: `
select id, name, brand_name
from project
where account_id = $1 and archived_at is null
order by created_at, id
limit 20`,
  prompts: `
select id, project_id, prompt_text, is_active, created_at
from prompt
where account_id = $1 and archived_at is null
order by project_id, created_at, id`,
  competitors: `
select id, project_id, name, website_url, discovery_method
from competitor
where account_id = $1 and removed_at is null
order by project_id, created_at, id`,
  visibility: `
select s.project_id, sum(r.response_count)::int as responses, sum(r.brand_mention_count)::int as naming
from analysis_selection s
join daily_response r on r.account_id = s.account_id and r.project_id = s.project_id and r.analysis_id = s.analysis_id
where s.account_id = $1 and r.bucket_date between $2 and $3
group by s.project_id`,
};

const SCORE = 'floor((200 * sum(r.brand_mention_count) + sum(r.response_count)) / (2 * sum(r.response_count)))::int';

export const DASHBOARD_JSON = `
select json_build_object('data', json_build_object('projects', json_build_object('nodes',
  coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'brandName', p.brand_name,
    'prompts', json_build_object('nodes', q.nodes), 'competitors', json_build_object('nodes', c.nodes),
    'visibility', json_build_object('score', v.score)) order by p.created_at, p.id), '[]'))))::text as body
from (
  select *
  from project
  where account_id = $1 and archived_at is null
  order by created_at, id
  limit 20
) p
cross join lateral (
  select coalesce(json_agg(json_build_object('id', id, 'promptText', prompt_text, 'isActive', is_active,
    'createdAt', to_char(created_at, ${ISO})) order by created_at, id), '[]') as nodes
  from prompt
  where account_id = p.account_id and project_id = p.id and archived_at is null
) q
cross join lateral (
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'websiteUrl', website_url,
    'discoveryMethod', upper(discovery_method)) order by created_at, id), '[]') as nodes
  from competitor
  where account_id = p.account_id and project_id = p.id and removed_at is null
) c
cross join lateral (
  select coalesce(${SCORE}, 0) as score
  from analysis_selection s
  join daily_response r on r.account_id = s.account_id and r.project_id = s.project_id and r.analysis_id = s.analysis_id
  where s.account_id = p.account_id and s.project_id = p.id and r.bucket_date between $2 and $3
) v`;

export const TREND_ROWS = `
select p.name, t.bucket_date, t.responses, t.naming
from project p
left join lateral (
  select r.bucket_date, sum(r.response_count)::int as responses, sum(r.brand_mention_count)::int as naming
  from analysis_selection s
  join daily_response r on r.account_id = s.account_id and r.project_id = s.project_id and r.analysis_id = s.analysis_id
  where s.account_id = p.account_id and s.project_id = p.id and r.bucket_date between $3 and $4
  group by r.bucket_date
) t on true
where p.account_id = $1 and p.id = $2 and p.archived_at is null
order by t.bucket_date`;

export const TREND_JSON = `
select json_build_object('data', json_build_object('project', json_build_object('id', p.id, 'name', p.name,
  'visibility', json_build_object('score', t.score, 'trend', t.trend))))::text as body
from project p
cross join lateral (
  select coalesce(max(d.score) filter (where d.is_whole), 0) as score,
    coalesce(json_agg(json_build_object('date', d.bucket_date, 'score', d.score, 'responses', d.responses)
      order by d.bucket_date) filter (where not d.is_whole), '[]') as trend
  from (
    select r.bucket_date, grouping(r.bucket_date) = 1 as is_whole, ${SCORE} as score,
      sum(r.response_count)::int as responses
    from analysis_selection s
    join daily_response r
      on r.account_id = s.account_id and r.project_id = s.project_id and r.analysis_id = s.analysis_id
    where s.account_id = p.account_id and s.project_id = p.id and r.bucket_date between $3 and $4
    group by grouping sets ((r.bucket_date), ())
  ) d
) t
where p.account_id = $1 and p.id = $2 and p.archived_at is null`;
