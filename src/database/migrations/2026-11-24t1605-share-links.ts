import { Migration } from '@mikro-orm/migrations';

/** A visit goes with its link; its maker may leave, so the link names no row of people. */
const LINKS = `
create table share_link (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  token_hash bytea not null,
  shows text[] not null check (
    shows <@ array['overview', 'competitors', 'prompts', 'citations', 'reports', 'answers']
  ),
  password_hash text,
  password_set_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  visit_count bigint not null default 0,
  last_visited_at timestamptz(3),
  minute_started_at timestamptz(3) not null default 'epoch',
  minute_count integer not null default 0,
  day_date date not null default 'epoch',
  day_count integer not null default 0,
  admitted boolean not null default false,
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, project_id) references project (account_id, id)
) with (fillfactor = 50);
create index share_link_list on share_link (account_id, project_id, created_at, id);
create table share_visit (
  account_id uuid not null,
  id uuid not null,
  link_id uuid not null,
  token_hash bytea not null,
  password_set_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, link_id) references share_link (account_id, id) on delete cascade
);
create index share_visit_of_link on share_visit (account_id, link_id);
`;

/** An id of another account is refused as such. */
const BY_ID = 'create index share_link_id on share_link (id)';

/** Longer than the list of before, which every row has passed. */
const EVENTS = [
  'alter table security_event drop constraint security_event_kind_check',
  `alter table security_event add constraint security_event_kind_check check (kind in ('sign_in', 'sign_in_failed',
  'sign_out', 'session_ended', 'password_changed', 'reset_requested', 'link_used', 'invited', 'role_changed',
  'holder_disabled', 'key_created', 'key_revoked', 'limits_hit', 'factor_added', 'factor_removed', 'factor_failed',
  'recovery_code_used', 'recovery_codes_renewed', 'stepped_up', 'step_up_failed', 'second_factor_required',
  'second_factor_optional', 'account_exported', 'own_data_exported', 'deletion_requested', 'deletion_taken_back',
  'platform_key_set', 'platform_key_removed', 'platform_paused', 'platform_resumed', 'holder_left',
  'destination_created', 'destination_changed', 'destination_removed', 'destination_secret_rotated',
  'destination_enabled', 'destination_tested', 'deliveries_replayed',
  'share_link_created', 'share_link_changed', 'share_link_revoked')) not valid`,
  'alter table security_event validate constraint security_event_kind_check',
];

/** Validating reads every event; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Addresses that show parts of a project to people without an account. */
export class ShareLinks extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, LINKS, BY_ID, ...EVENTS]) this.addSql(sql);
  }
}
