import { inSql, listenBare } from '../shared/bare-listener.js';

const SCORE = 'floor((200 * sum(r.naming) + sum(r.responses)) / (2 * sum(r.responses)))::int';

/** Sums by question of the project $2 on the days $3 to $4. */
const BY_QUESTION = `
  select r.question_hash, sum(r.response_count)::int as responses, sum(r.brand_mention_count)::int as naming
  from analysis_selection s
  join daily_question_response r
    on r.account_id = s.account_id and r.project_id = s.project_id and r.analysis_id = s.analysis_id
  where s.account_id = $1 and s.project_id = $2 and r.bucket_date between $3 and $4`;

/** The score of the prompts that have the label $5: looked up in an array, as a join would compare each with each. */
const FILTERED = `
select json_build_object('data', json_build_object('project', json_build_object('id', $2::uuid,
  'visibility', json_build_object('score', ${SCORE}))))::text as body
from (
  ${BY_QUESTION} and r.question_hash = any (array(
    select text_hash
    from prompt
    where account_id = $1 and project_id = $2 and tags @> array[$5]
  ))
  group by r.question_hash
) r`;

/** The sums of each label's prompts, those with most responses first, then by label. */
const SEGMENTS = `
with asked as (
  ${BY_QUESTION}
  group by r.question_hash
),
segment as (
  select t.tag, count(*)::int as prompts, sum(r.responses)::int as responses, sum(r.naming)::int as naming,
    ${SCORE} as score
  from prompt p
  join asked r on r.question_hash = p.text_hash
  cross join unnest(p.tags) as t (tag)
  where p.account_id = $1 and p.project_id = $2 and p.archived_at is null
  group by t.tag
)
select json_build_object('data', json_build_object('project', json_build_object('id', $2::uuid,
  'segments', json_agg(json_build_object('key', tag, 'promptCount', prompts, 'responseCount', responses,
    'brandMentionCount', naming, 'score', score) order by responses desc, tag))))::text as body
from segment`;

/** The bar of filters and groups: SQL by hand, without intervals, markets, wordings or archived prompts. */
await listenBare((pool, { sent, accountId }) => {
  // Only the benchmark sends it.
  const { query, variables } = JSON.parse(sent) as { query: string; variables: Record<string, string> };
  const { id = '', from = '', to = '', tag = '' } = variables;
  if (query.startsWith('query Filtered')) return inSql(pool, 'filtered', FILTERED, [accountId, id, from, to, tag]);
  if (query.startsWith('query Segments')) return inSql(pool, 'segments', SEGMENTS, [accountId, id, from, to]);
  throw new Error(`no such operation: ${query}`);
});
