import { Migration } from '@mikro-orm/migrations';

/** When reports of a project are made: `next_at` is the next time. */
const SCHEDULE = `
create table report_schedule (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  cadence text not null check (cadence in ('weekly', 'monthly')),
  hour smallint not null,
  time_zone text not null,
  has_pdf boolean not null,
  next_at timestamptz(3) not null,
  created_by uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, project_id) references project (account_id, id)
);
create index report_schedule_due on report_schedule (next_at) where removed_at is null;
create index report_schedule_of_project on report_schedule (account_id, project_id) where removed_at is null;
create index report_schedule_id on report_schedule (id)`;

/** A person of the account, or an address. */
const RECIPIENT = `
create table report_recipient (
  account_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  holder_id uuid,
  address text,
  created_at timestamptz(3) not null,
  unsubscribed_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, schedule_id) references report_schedule (account_id, id)
);
create index report_recipient_of_schedule on report_recipient (account_id, schedule_id)`;

/** Addresses of strangers: nothing but a confirmation is mailed to one that has not confirmed. */
const ADDRESS = `
create table mail_address (
  account_id uuid not null references account (account_id),
  address text not null,
  token_hash bytea,
  expires_at timestamptz(3),
  asked_at timestamptz(3),
  confirmed_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (account_id, address),
  unique (account_id, token_hash)
)`;

/** Each mail has a token of its own; it ends what the mail came by. */
const UNSUBSCRIPTION = `
create table mail_unsubscription (
  account_id uuid not null,
  token_hash bytea not null,
  destination_id uuid not null,
  schedule_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (account_id, token_hash)
);
create index mail_unsubscription_expired on mail_unsubscription (expires_at)`;

const REPORT = `
create table report (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  schedule_id uuid,
  from_date date not null,
  to_date date not null,
  has_pdf boolean not null,
  state text not null check (state in ('waiting', 'ready', 'failed')),
  due_at timestamptz(3) not null,
  waits_until timestamptz(3) not null,
  attempts smallint not null default 0,
  claim_no integer not null default 0,
  lease_until timestamptz(3),
  summary text,
  document jsonb,
  pdf bytea,
  without_pdf text check (without_pdf in ('letters', 'bounds')),
  created_by uuid,
  created_at timestamptz(3) not null,
  made_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, project_id) references project (account_id, id)
);
create unique index report_of_schedule on report (account_id, schedule_id, from_date);
create index report_of_project on report (account_id, project_id, created_at, id);
create index report_due on report (due_at) where state = 'waiting';
create index report_id on report (id)`;

/** How reports and shared pages of an account look. */
const BRANDING = `
create table branding (
  account_id uuid not null references account (account_id),
  name text,
  color text,
  logo bytea,
  logo_type text,
  reply_to_id uuid,
  updated_at timestamptz(3) not null,
  primary key (account_id)
)`;

/** What was measured, at intervals or by hand, as documents that stay as they are. */
export class Reports extends Migration {
  override up(): void {
    for (const sql of [SCHEDULE, RECIPIENT, ADDRESS, UNSUBSCRIPTION, REPORT, BRANDING]) this.addSql(sql);
  }
}
