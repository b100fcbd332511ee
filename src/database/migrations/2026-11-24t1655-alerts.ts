import { Migration } from '@mikro-orm/migrations';

const KINDS = `'visibility_changed', 'rival_overtook', 'rival_passed', 'share_of_voice_changed', 'sentiment_changed',
  'prompt_lost', 'candidate_found', 'source_found', 'platform_silent', 'credits_low', 'credits_used_up',
  'destination_disabled'`;

/** A series has one alert that has not ended; those of an account have no project. */
const TABLES = `
create table alert (
  account_id uuid not null references account (account_id),
  id uuid not null,
  project_id uuid,
  kind text not null check (kind in (${KINDS})),
  series text not null,
  direction text check (direction in ('up', 'down')),
  state text not null check (state in ('open', 'acknowledged', 'resolved')),
  resolution text check (resolution in ('recovered', 'settled', 'recounted', 'by_hand', 'gone', 'joined')),
  evidence jsonb not null check (octet_length(evidence::text) <= 32768),
  parts text[] not null,
  recovered_checks smallint not null default 0,
  revision integer not null default 1,
  opened_on date not null,
  opened_at timestamptz(3) not null,
  acknowledged_at timestamptz(3),
  acknowledged_by uuid,
  resolved_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, project_id) references project (account_id, id)
);
create unique index alert_of_series on alert (account_id, project_id, series) nulls not distinct
  where state <> 'resolved';
create index alert_list on alert (account_id, project_id, opened_at desc, id);
create index alert_id on alert (id);
create table alert_series (
  account_id uuid not null,
  project_id uuid not null,
  series text not null,
  held smallint not null,
  direction text check (direction in ('up', 'down')),
  since date,
  known jsonb,
  primary key (account_id, project_id, series),
  foreign key (account_id, project_id) references project (account_id, id)
);
create table alert_check (
  account_id uuid not null,
  project_id uuid not null,
  day date not null,
  analysis_id uuid,
  opened integer not null,
  learning boolean not null,
  checked_at timestamptz(3) not null,
  primary key (account_id, project_id, day),
  foreign key (account_id, project_id) references project (account_id, id)
);
create table alert_settings (
  account_id uuid not null,
  project_id uuid not null,
  sensitivity text not null check (sensitivity in ('eager', 'standard', 'cautious')),
  min_points smallint not null check (min_points between 1 and 50),
  kinds text[] not null,
  competitor_ids uuid[],
  muted_until timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (account_id, project_id),
  foreign key (account_id, project_id) references project (account_id, id)
);
create table notification (
  account_id uuid not null,
  holder_id uuid not null,
  time_zone text not null,
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  quiet_days integer[] not null,
  is_immediate boolean not null,
  has_digest boolean not null,
  kinds text[],
  project_ids uuid[],
  updated_at timestamptz(3) not null,
  primary key (account_id, holder_id),
  foreign key (account_id, holder_id) references holder (account_id, id) on delete cascade
);
`;

/** What the service tells by itself, and how each person wants to be told. */
export class Alerts extends Migration {
  override up(): void {
    this.addSql(TABLES);
  }
}
