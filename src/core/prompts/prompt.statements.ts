import { statement } from '../../database/rows.js';
import type { OwnedRow } from '../pages.js';
import type { PromptBriefRow, PromptRow } from './prompt.view.js';

export const PROMPT_COLUMNS = `q.id, q.project_id, q.prompt_text, q.platforms, q.monitoring_frequency, q.category,
  q.tags, q.is_active, q.created_at, q.updated_at`;

export const PROMPTS_OF_PROJECTS = statement<OwnedRow<PromptRow>>('prompts-of-projects', ofProjects(PROMPT_COLUMNS));

export const PROMPT_BRIEFS_OF_PROJECTS = statement<OwnedRow<PromptBriefRow>>(
  'prompt-briefs-of-projects',
  ofProjects('q.id, q.prompt_text, q.is_active, q.created_at'),
);

export const FIND_PROMPTS = statement<PromptRow>(
  'find-prompts',
  `select ${PROMPT_COLUMNS}
   from prompt q
   join project p on p.account_id = $1 and p.id = q.project_id and p.archived_at is null
   where q.account_id = $1 and q.id = any ($2::uuid[]) and q.archived_at is null`,
);

export const COUNT_PROMPTS = statement<{ total: number; daily: number }>(
  'count-prompts',
  `select count(*)::int as total, count(*) filter (where q.monitoring_frequency = 'daily')::int as daily
   from prompt q
   join project p on p.account_id = $1 and p.id = q.project_id and p.archived_at is null
   where q.account_id = $1 and q.archived_at is null`,
);

export const FIND_SAME_TEXTS = statement<{ id: string; project_id: string; text_hash: Buffer }>(
  'find-prompts-of-texts',
  `select id, project_id, text_hash
   from prompt
   where account_id = $1 and project_id = any ($2::uuid[]) and text_hash = any ($3::bytea[]) and archived_at is null`,
);

function ofProjects(columns: string): string {
  return `select p.id as owner_id, ${columns}
   from project p
   left join prompt q on q.account_id = $1 and q.project_id = p.id and q.archived_at is null
   where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   order by q.created_at, q.id`;
}
