import { Migration } from '@mikro-orm/migrations';

/** The longest text is of two shortened names or questions and the words around them. */
const CHANGES = `
create table project_change (
  account_id uuid not null,
  project_id uuid not null,
  at timestamptz(3) not null,
  id uuid not null,
  kind text not null check (kind in (
    'prompt_added', 'prompt_archived', 'prompt_reworded', 'prompt_activated', 'prompt_deactivated',
    'competitor_tracked', 'competitor_removed', 'competitor_renamed', 'names_changed', 'platforms_changed',
    'monitoring_paused', 'monitoring_resumed', 'answers_read_again'
  )),
  text text not null check (char_length(text) between 1 and 1000),
  primary key (account_id, project_id, at, id),
  foreign key (account_id, project_id) references project (account_id, id)
);
`;

const MODELS = `
create table served_model (
  account_id uuid not null,
  project_id uuid not null,
  platform text not null check (platform in ('chatgpt', 'perplexity', 'claude', 'gemini')),
  model text not null,
  first_at timestamptz(3) not null,
  primary key (account_id, project_id, platform, model),
  foreign key (account_id, project_id) references project (account_id, id)
);
`;

/** A longer text is cut as the service cuts it. */
const cut = (column: string) =>
  `case when char_length(${column}) > 200 then left(${column}, 199) || '…' else ${column} end`;

/** What the rows themselves tell of the time before: when prompts and competitors came and went. */
const BEFORE = `
insert into project_change (account_id, project_id, at, id, kind, text)
select account_id, project_id, created_at, gen_random_uuid(), 'prompt_added', 'Prompt added: ' || ${cut('prompt_text')}
from prompt
union all
select account_id, project_id, archived_at, gen_random_uuid(), 'prompt_archived',
  'Prompt archived: ' || ${cut('prompt_text')}
from prompt
where archived_at is not null
union all
select account_id, project_id, created_at, gen_random_uuid(), 'competitor_tracked',
  'Competitor tracked: ' || ${cut('name')}
from competitor
union all
select account_id, project_id, removed_at, gen_random_uuid(), 'competitor_removed',
  'Competitor removed: ' || ${cut('name')}
from competitor
where removed_at is not null;
`;

/** Prompts are as many as accounts have ever had; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/**
 * What changed in a project, beside its numbers. Processes of the release before write neither table: their changes
 * are not told, and nothing else depends on the rows.
 */
export class ChangesOfProjects extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, CHANGES, MODELS, BEFORE]) this.addSql(sql);
  }
}
