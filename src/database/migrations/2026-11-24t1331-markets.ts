import { Migration } from '@mikro-orm/migrations';

/** The lengths are the service's own bounds, in code points. */
const MARKET = `
create table market (
  account_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  country text not null,
  language text,
  region text check (char_length(region) between 1 and 100),
  city text check (char_length(city) between 1 and 100),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, project_id) references project (account_id, id)
);
create unique index market_name_once on market (account_id, project_id, lower(name)) where archived_at is null;
create index market_list on market (account_id, project_id, created_at, id);
`;

/** Rows of before have none: their questions are what they were. */
const OF_PROMPTS = [
  'alter table prompt add column market_id uuid',
  `alter table prompt add constraint prompt_market_fkey foreign key (account_id, market_id)
     references market (account_id, id) not valid`,
  'alter table prompt validate constraint prompt_market_fkey',
];

/** An answer outlives its prompt, and tells apart what was asked where. */
const OF_ANSWERS = 'alter table answer add column market_id uuid';

const CHANGE = 'project_change_kind_check';

const KINDS = [
  `alter table project_change drop constraint ${CHANGE}`,
  `alter table project_change add constraint ${CHANGE} check (kind in (
    'prompt_added', 'prompt_archived', 'prompt_reworded', 'prompt_activated', 'prompt_deactivated',
    'competitor_tracked', 'competitor_removed', 'competitor_renamed', 'names_changed', 'platforms_changed',
    'monitoring_paused', 'monitoring_resumed', 'answers_read_again', 'wording_changed', 'market_changed'
  )) not valid`,
  `alter table project_change validate constraint ${CHANGE}`,
];

/** Validating reads every prompt and change; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Places that prompts are asked in, beside the country of their project. */
export class Markets extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, MARKET, ...OF_PROMPTS, OF_ANSWERS, ...KINDS]) this.addSql(sql);
  }
}
