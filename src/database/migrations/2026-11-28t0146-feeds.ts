import { Migration } from '@mikro-orm/migrations';

/** Its maker may leave, so a feed names no row of people. Each request updates its row. */
const FEEDS = `
create table feed (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  kind text not null check (kind in ('visibility', 'mentions', 'citations', 'sentiment', 'prompts', 'competitors',
    'brands', 'prompts_daily')),
  rolling_window text not null check (rolling_window in ('1d', '7d', '30d', '90d')),
  platforms text[],
  prompt_filter jsonb,
  token_hash bytea not null,
  ending text not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  request_count bigint not null default 0,
  charged_at timestamptz(3),
  charged_version text,
  repeat_count integer not null default 0,
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, project_id) references project (account_id, id)
) with (fillfactor = 50);
create index feed_list on feed (account_id, project_id, created_at, id);
`;

/** An id of another account is refused as such. */
const BY_ID = 'create index feed_id on feed (id)';

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
  'share_link_created', 'share_link_changed', 'share_link_revoked',
  'provider_created', 'provider_changed', 'provider_removed', 'sso_sign_in', 'sso_refused', 'identity_linked',
  'identity_removed', 'sso_required', 'sso_optional', 'break_glass_sign_in', 'password_marked',
  'password_unmarked', 'feed_created', 'feed_revoked')) not valid`,
  'alter table security_event validate constraint security_event_kind_check',
];

/** Validating reads every event; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Files of projects at addresses that need no other credential. */
export class Feeds extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, FEEDS, BY_ID, ...EVENTS]) this.addSql(sql);
  }
}
