import { Migration } from '@mikro-orm/migrations';

const HOLDERS = `
create table holder (
  account_id uuid not null references account,
  id uuid not null,
  email text not null,
  name text not null,
  role text not null check (role in ('owner', 'member', 'viewer')),
  password_hash text,
  password_set_at timestamptz(3),
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id)
);
create index holder_email on holder (lower(email));

create table session (
  account_id uuid not null,
  id uuid not null,
  holder_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  network text not null,
  user_agent text not null,
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, holder_id) references holder (account_id, id)
) with (fillfactor = 80);
create index session_of_holder on session (account_id, holder_id, created_at desc);

create table known_device (
  account_id uuid not null,
  id uuid not null,
  holder_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, holder_id) references holder (account_id, id)
);

create table one_time_link (
  account_id uuid not null,
  id uuid not null,
  holder_id uuid not null,
  purpose text not null check (purpose in ('invitation', 'reset')),
  token_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, token_hash),
  foreign key (account_id, holder_id) references holder (account_id, id)
);

create table dashboard_budget (
  account_id uuid primary key references account,
  minute_started_at timestamptz(3) not null default 'epoch',
  minute_count integer not null default 0,
  admitted boolean not null default false
) with (fillfactor = 50);

create table security_event (
  account_id uuid not null references account,
  id uuid not null,
  at timestamptz(3) not null default now(),
  holder_id uuid,
  kind text not null check (kind in ('sign_in', 'sign_in_failed', 'sign_out', 'session_ended', 'password_changed',
    'reset_requested', 'link_used', 'invited', 'role_changed', 'holder_disabled', 'key_created', 'key_revoked',
    'limits_hit')),
  network text not null,
  user_agent text not null,
  detail jsonb not null default '{}',
  primary key (account_id, id)
);
create index security_event_list on security_event (account_id, at desc, id);
`;

/**
 * Of nobody's account, as who signs in is not known yet; its keys are hashes. In the shape that rate-limiter-flexible
 * asks for. Unlogged: after a crash of the database everybody may try again.
 */
const THROTTLE = `
create unlogged table sign_in_throttle (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index sign_in_throttle_expiry on sign_in_throttle (expire);
`;

/** The address and password of an account become those of its first owner. */
const OWNERS = `
insert into holder (account_id, id, email, name, role, password_hash, password_set_at)
select account_id, gen_random_uuid(), email, name, 'owner', password_hash,
  case when password_hash is not null then updated_at end
from account;

insert into dashboard_budget (account_id)
select account_id
from account;

alter table account drop column password_hash;
`;

/** The people of an account: who they are, their sessions, and what happened to their access. */
export class HoldersAndSessions extends Migration {
  override up(): void {
    this.addSql(HOLDERS);
    this.addSql(THROTTLE);
    this.addSql(OWNERS);
  }
}
