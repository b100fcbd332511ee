import { statement } from '../../database/rows.js';
import type { OwnedRow } from '../pages.js';
import { PROMPT_COLUMNS } from './prompt.statements.js';
import type { PromptRow } from './prompt.view.js';

type PageRow = { total: number } & OwnedRow<PromptRow>;

const WANTED = `q.account_id = $1 and q.project_id = p.id and q.archived_at is null
       and ($3::text is null or q.prompt_text ilike $3) and ($4::text is null or $4 = any (q.tags))
       and ($5::boolean is null or q.is_active = $5)`;

export const PROMPTS_FROM_OLDEST = statement<PageRow>('prompts-from-oldest', pageOf('>', "'-infinity'", 'asc'));
export const PROMPTS_FROM_NEWEST = statement<PageRow>('prompts-from-newest', pageOf('<', "'infinity'", 'desc'));

/** The labels of the prompts of each project ($2); a project without labels has one row whose `tag` is null. */
export const PROMPT_TAGS = statement<{ owner_id: string; tag: string | null; prompt_count: number }>(
  'tags-of-prompts',
  `select p.id as owner_id, t.tag, t.prompt_count
   from project p
   left join lateral (
     select l.tag, count(*)::int as prompt_count
     from prompt q
     cross join lateral (select distinct tag from unnest(q.tags) as u (tag)) l
     where q.account_id = $1 and q.project_id = p.id and q.archived_at is null
     group by l.tag
     order by prompt_count desc, l.tag
     limit $3
   ) t on true
   where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   order by t.prompt_count desc, t.tag`,
);

/** A page begins after $6 and $7, at an end of the list where they are null. */
function pageOf(comparison: '<' | '>', end: string, direction: 'asc' | 'desc'): string {
  return `select p.id as owner_id, t.total, q.*
   from project p
   cross join lateral (
     select case when $9::boolean then (select count(*)::int from prompt q where ${WANTED}) else 0 end as total
   ) t
   left join lateral (
     select ${PROMPT_COLUMNS}
     from prompt q
     where ${WANTED}
       and (q.created_at, q.id) ${comparison}
         (coalesce($6::timestamptz, ${end}), coalesce($7::uuid, '00000000-0000-0000-0000-000000000000'))
     order by q.created_at ${direction}, q.id ${direction}
     limit $8
   ) q on true
   where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   order by q.created_at ${direction}, q.id ${direction}`;
}
