import { Migration } from '@mikro-orm/migrations';

/** `secret` is a webhook's key, or the address of a Slack channel, which is a secret as a whole. */
const DESTINATION = `
create table destination (
  account_id uuid not null references account (account_id),
  id uuid not null,
  kind text not null check (kind in ('webhook', 'slack', 'mail')),
  name text not null,
  url text check (char_length(url) <= 2000),
  holder_id uuid,
  address text,
  events text[] not null,
  kinds text[],
  project_ids uuid[],
  secret bytea,
  former_secret bytea,
  former_until timestamptz(3),
  is_encrypted boolean not null default false,
  state text not null default 'active' check (state in ('active', 'disabled')),
  failures integer not null default 0,
  failing_since timestamptz(3),
  resting_until timestamptz(3),
  warned_at timestamptz(3),
  disabled_at timestamptz(3),
  last_fault text,
  payload_version smallint not null default 1,
  created_by uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (account_id, id)
)`;

/** A person has one, and so does an address: their deliveries come from many places. */
const ONE_FOR_EACH = [
  `create unique index destination_holder on destination (account_id, holder_id)
     where kind = 'mail' and holder_id is not null and removed_at is null`,
  `create unique index destination_address on destination (account_id, lower(address))
     where kind = 'mail' and address is not null and removed_at is null`,
];

/** An id of another account is refused as such. */
const BY_ID = 'create index destination_id on destination (id)';

const EVENT = `
create table event (
  account_id uuid not null,
  id uuid not null,
  day date not null,
  at timestamptz(3) not null,
  type text not null,
  alert_kind text,
  project_id uuid,
  data jsonb not null,
  primary key (account_id, id, day)
) partition by range (day)`;

/** No foreign keys, as facts have none: months are dropped, each with what it refers to. */
const DELIVERY = `
create table delivery (
  account_id uuid not null,
  id uuid not null,
  day date not null,
  destination_id uuid not null,
  event_id uuid not null,
  event_day date not null,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  due_at timestamptz(3) not null,
  attempts smallint not null default 0,
  claim_no integer not null default 0,
  lease_until timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (account_id, id, day)
) partition by range (day)`;

const DELIVERY_INDEXES = [
  `create index delivery_due on delivery (due_at) where state = 'waiting'`,
  `create index delivery_of_destination_due on delivery (account_id, destination_id, due_at)
     where state = 'waiting'`,
  'create index delivery_of_destination on delivery (account_id, destination_id, created_at)',
  'create index delivery_id on delivery (id)',
];

const ATTEMPT = `
create table delivery_attempt (
  account_id uuid not null,
  delivery_id uuid not null,
  day date not null,
  number smallint not null,
  at timestamptz(3) not null,
  status smallint,
  took_ms integer not null,
  fault text,
  response_head text,
  primary key (account_id, delivery_id, day, number)
) partition by range (day)`;

const SECURITY_EVENTS = [
  'alter table security_event drop constraint security_event_kind_check',
  `alter table security_event add constraint security_event_kind_check check (kind in ('sign_in', 'sign_in_failed',
  'sign_out', 'session_ended', 'password_changed', 'reset_requested', 'link_used', 'invited', 'role_changed',
  'holder_disabled', 'key_created', 'key_revoked', 'limits_hit', 'factor_added', 'factor_removed', 'factor_failed',
  'recovery_code_used', 'recovery_codes_renewed', 'stepped_up', 'step_up_failed', 'second_factor_required',
  'second_factor_optional', 'account_exported', 'own_data_exported', 'deletion_requested', 'deletion_taken_back',
  'platform_key_set', 'platform_key_removed', 'platform_paused', 'platform_resumed', 'holder_left',
  'destination_created', 'destination_changed', 'destination_removed', 'destination_secret_rotated',
  'destination_enabled', 'destination_tested', 'deliveries_replayed')) not valid`,
  'alter table security_event validate constraint security_event_kind_check',
];

/** What happened, and whom it is delivered to: written in the transaction that makes it true. */
export class EventsAndDeliveries extends Migration {
  override up(): void {
    for (const sql of [DESTINATION, ...ONE_FOR_EACH, BY_ID, EVENT, DELIVERY, ...DELIVERY_INDEXES, ATTEMPT]) {
      this.addSql(sql);
    }
    for (const sql of SECURITY_EVENTS) this.addSql(sql);
  }
}
