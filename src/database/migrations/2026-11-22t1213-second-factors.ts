import { Migration } from '@mikro-orm/migrations';

const FACTORS = `
alter table account add column second_factor_required boolean not null default false;

alter table session add column stepped_up_at timestamptz(3) not null default now();
update session
set stepped_up_at = created_at;

create table totp_factor (
  account_id uuid not null,
  holder_id uuid not null,
  secret bytea not null,
  is_encrypted boolean not null,
  created_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  last_used_step bigint not null default 0,
  primary key (account_id, holder_id),
  foreign key (account_id, holder_id) references holder (account_id, id)
);

create table passkey (
  account_id uuid not null,
  id uuid not null,
  holder_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  relying_party text not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, credential_id),
  foreign key (account_id, holder_id) references holder (account_id, id)
);
create index passkey_of_holder on passkey (account_id, holder_id, created_at, id);

create table recovery_code (
  account_id uuid not null,
  holder_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3),
  primary key (account_id, holder_id, code_hash),
  foreign key (account_id, holder_id) references holder (account_id, id)
);

create table factor_challenge (
  account_id uuid not null,
  id uuid not null,
  holder_id uuid not null,
  purpose text not null check (purpose in ('sign_in', 'step_up', 'passkey')),
  token_hash bytea,
  session_id uuid,
  device_id uuid,
  passkey_challenge bytea not null,
  password_set_at timestamptz(3),
  attempts integer not null default 0,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, holder_id) references holder (account_id, id)
);
create index factor_challenge_of_holder on factor_challenge (account_id, holder_id, created_at desc, id);
`;

const EVENTS = `
alter table security_event drop constraint security_event_kind_check;
alter table security_event add constraint security_event_kind_check check (kind in ('sign_in', 'sign_in_failed',
  'sign_out', 'session_ended', 'password_changed', 'reset_requested', 'link_used', 'invited', 'role_changed',
  'holder_disabled', 'key_created', 'key_revoked', 'limits_hit', 'factor_added', 'factor_removed', 'factor_failed',
  'recovery_code_used', 'recovery_codes_renewed', 'stepped_up', 'step_up_failed', 'second_factor_required',
  'second_factor_optional'));
`;

/** A second factor beside the password: codes of an app, passkeys, recovery codes, and what is asked for them. */
export class SecondFactors extends Migration {
  override up(): void {
    this.addSql(FACTORS);
    this.addSql(EVENTS);
  }
}
