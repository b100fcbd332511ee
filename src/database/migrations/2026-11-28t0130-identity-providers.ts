import { Migration } from '@mikro-orm/migrations';

/**
 * Whose words identify people: providers, the domains of their addresses, who is linked to whom at one, and sign-ins
 * that are under way. A removed provider keeps its row, and a person's identities theirs: nothing else is named by a
 * subject that comes back.
 */
const PROVIDERS = `
create table identity_provider (
  account_id uuid not null references account,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  is_encrypted boolean not null,
  links_by_email boolean not null default true,
  trusts_email boolean not null default false,
  provisioned_role text check (provisioned_role in ('viewer', 'member')),
  is_required boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  primary key (account_id, id)
);

create table provider_domain (
  account_id uuid not null,
  domain text not null,
  provider_id uuid not null,
  primary key (account_id, domain),
  foreign key (account_id, provider_id) references identity_provider (account_id, id)
);
create index provider_domain_of_address on provider_domain (domain);

create table holder_identity (
  account_id uuid not null,
  id uuid not null,
  holder_id uuid not null,
  provider_id uuid not null,
  subject text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, provider_id, subject),
  foreign key (account_id, holder_id) references holder (account_id, id),
  foreign key (account_id, provider_id) references identity_provider (account_id, id)
);
create index holder_identity_of_holder on holder_identity (account_id, holder_id, created_at, id);

create table sso_flow (
  account_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  token_hash bytea not null,
  state_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  purpose text not null check (purpose in ('sign_in', 'step_up', 'link')),
  holder_id uuid,
  session_id uuid,
  return_to text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, holder_id) references holder (account_id, id),
  foreign key (account_id, provider_id) references identity_provider (account_id, id)
);
`;

/**
 * A session by a provider, and whether the provider asked for a second factor; a challenge that such a sign-in waits
 * for, and the subject that is linked once it is met.
 */
const COLUMNS = [
  'alter table holder add column may_use_password boolean not null default false',
  `alter table session add column provider_id uuid,
     add column is_multi_factor boolean not null default false`,
  `alter table factor_challenge add column provider_id uuid,
     add column provider_subject text`,
];

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
  'password_unmarked')) not valid`,
  'alter table security_event validate constraint security_event_kind_check',
];

/** Validating reads every event; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Signing in by a company's provider. */
export class IdentityProviders extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, PROVIDERS, ...COLUMNS, ...EVENTS]) this.addSql(sql);
  }
}
