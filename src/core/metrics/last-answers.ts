import { statement } from '../../database/rows.js';
import { bindPrompts } from '../access/project-limit.js';
import { bindProjects, type Context } from '../context.js';
import { daysBefore, toDay, toTimestamp } from '../time.js';
import { SCOPE } from './metric-query.js';

/** How far back the last answer of a prompt is looked for. */
export const LAST_ANSWER_DAYS = 90;

interface LastAnswer {
  lastAnsweredAt: string | null;
}

/** The last day has an entry at the end of an index, and its answers are those of one day. */
const LAST_OF_PROJECTS = statement<{ id: string; last_at: string | null }>(
  'last-answers-of-projects',
  `with ${SCOPE}
   select x.project_id as id, (
     select max(a.answered_at)
     from answer_reading a
     where a.account_id = $1 and a.project_id = x.project_id and a.analysis_id = x.analysis_id
       and a.bucket_date = (
         select max(r.bucket_date)
         from daily_response r
         where r.account_id = $1 and r.project_id = x.project_id and r.analysis_id = x.analysis_id
       )
   ) as last_at
   from scope x`,
);

/** The rollups tell the last day of each question, so that the answers of these days alone are read. */
const LAST_OF_PROMPTS = statement<{ id: string; last_at: string | null }>(
  'last-answers-of-prompts',
  `with wanted as materialized (
     select q.id, q.account_id, q.project_id, q.text_hash, s.analysis_id
     from prompt q
     left join analysis_selection s on s.account_id = $1 and s.project_id = q.project_id
     where q.account_id = $1 and q.id = any ($2::uuid[])
   ),
   answered as materialized (
     select w.account_id, w.project_id, w.analysis_id, c.question_hash, c.bucket_date
     from (
       select account_id, project_id, analysis_id, array_agg(text_hash) as hashes
       from wanted
       group by account_id, project_id, analysis_id
     ) w
     cross join lateral (
       select r.question_hash, max(r.bucket_date) as bucket_date
       from daily_question_response r
       where r.account_id = $1 and r.project_id = w.project_id and r.analysis_id = w.analysis_id
         and r.bucket_date >= $3 and r.question_hash = any (w.hashes)
       group by r.question_hash
     ) c
   ),
   last as materialized (
     select d.project_id, a.question_hash, max(a.answered_at) as last_at
     from (
       select account_id, project_id, analysis_id, bucket_date, array_agg(question_hash) as hashes
       from answered
       group by account_id, project_id, analysis_id, bucket_date
     ) d
     cross join lateral (
       select a.question_hash, a.answered_at
       from answer_reading a
       where a.account_id = $1 and a.project_id = d.project_id and a.analysis_id = d.analysis_id
         and a.bucket_date = d.bucket_date and a.question_hash = any (d.hashes)
     ) a
     group by d.project_id, a.question_hash
   )
   select w.id, l.last_at
   from wanted w
   left join last l on l.project_id = w.project_id and l.question_hash = w.text_hash`,
);

/** When each project that the account holds was last answered, archived ones included, by project. */
export async function lastAnswersOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, LastAnswer>> {
  return toLast(await ctx.db.rows(LAST_OF_PROJECTS, bindProjects(ctx, projectIds)));
}

/** When each prompt that the account holds was last answered, by prompt: within {@link LAST_ANSWER_DAYS}, else null. */
export async function lastAnswersOfPrompts(
  ctx: Context,
  promptIds: readonly string[],
): Promise<Map<string, LastAnswer>> {
  const earliest = daysBefore(toDay(ctx.clock.now()), LAST_ANSWER_DAYS);
  return toLast(await ctx.db.rows(LAST_OF_PROMPTS, [...(await bindPrompts(ctx, promptIds)), earliest]));
}

function toLast(found: readonly { id: string; last_at: string | null }[]): Map<string, LastAnswer> {
  return new Map(
    found.map(({ id, last_at }) => [id, { lastAnsweredAt: last_at === null ? null : toTimestamp(last_at) }]),
  );
}
