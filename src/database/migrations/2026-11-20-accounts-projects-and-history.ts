import { Migration } from '@mikro-orm/migrations';

const ACCOUNTS = `
create table account (
  account_id uuid primary key,
  name text not null,
  email text not null,
  password_hash text,
  tier text not null check (tier in ('starter', 'professional', 'agency')),
  subscription text not null check (subscription in ('active', 'inactive')),
  cadence text not null check (cadence in ('daily', 'weekly')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index account_email on account (lower(email));

create table api_key (
  account_id uuid not null references account,
  id uuid not null,
  key_hash bytea not null,
  prefix text not null,
  name text not null,
  description text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  request_count bigint not null default 0,
  revoked_at timestamptz(3),
  primary key (account_id, id),
  unique (account_id, key_hash)
) with (fillfactor = 50);
create index api_key_id on api_key (id);

create table request_budget (
  account_id uuid primary key references account,
  minute_started_at timestamptz(3) not null default 'epoch',
  minute_count integer not null default 0,
  day_date date not null default 'epoch',
  day_count integer not null default 0,
  admitted boolean not null default false
) with (fillfactor = 50);

create table service_switch (
  name text primary key,
  is_active boolean not null,
  changed_at timestamptz(3) not null default now()
);
insert into service_switch (name, is_active) values ('kill_switch', false);

create table idempotency_record (
  account_id uuid not null references account,
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, method, path, key)
);
create index idempotency_record_age on idempotency_record (created_at);
`;

const PLATFORMS = `array['chatgpt', 'perplexity', 'claude', 'gemini']`;
const PLATFORM_LIST = `check (platforms <@ ${PLATFORMS} and cardinality(platforms) > 0)`;

const PROJECTS = `
create table project (
  account_id uuid not null references account,
  id uuid not null,
  name text not null,
  brand_name text not null,
  aliases text[] not null default '{}',
  website_url text not null,
  favicon_url text,
  description text not null,
  target_country text not null,
  main_topic text not null,
  platforms text[] not null ${PLATFORM_LIST},
  monitoring_frequency text not null check (monitoring_frequency in ('daily', 'weekly')),
  auto_discover_competitors boolean not null,
  is_active boolean not null default true,
  is_paused boolean not null default false,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id)
);
create index project_list on project (account_id, created_at, id) where archived_at is null;
create index project_id on project (id);

create table prompt (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  prompt_text text not null,
  text_hash bytea not null,
  platforms text[] not null ${PLATFORM_LIST},
  monitoring_frequency text not null check (monitoring_frequency in ('daily', 'weekly')),
  category text,
  tags text[] not null default '{}',
  is_active boolean not null default true,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, project_id) references project (account_id, id)
);
create index prompt_list on prompt (account_id, project_id, created_at, id) where archived_at is null;
create unique index prompt_text_once on prompt (account_id, project_id, text_hash) where archived_at is null;
create index prompt_id on prompt (id);

create table competitor (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text not null,
  aliases text[] not null default '{}',
  website_url text not null,
  description text not null,
  discovery_method text not null check (discovery_method in ('manual', 'auto')),
  is_active boolean not null default true,
  removed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, project_id) references project (account_id, id)
);
create index competitor_list on competitor (account_id, project_id, created_at, id) where removed_at is null;
create index competitor_id on competitor (id);

create table competitor_candidate (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  name text not null,
  competitor_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, project_id) references project (account_id, id),
  foreign key (account_id, competitor_id) references competitor (account_id, id)
);
create index competitor_candidate_of on competitor_candidate (account_id, project_id);
create index competitor_candidate_competitor on competitor_candidate (account_id, competitor_id);
`;

const PLATFORM = `text not null check (platform in ('chatgpt', 'perplexity', 'claude', 'gemini'))`;

/**
 * Facts carry no foreign keys: they are written in bulk beside their answer, in one transaction that proves the same.
 */
const HISTORY = `
create table analysis (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  version integer not null,
  subjects jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, id),
  foreign key (account_id, project_id) references project (account_id, id)
);

create table analysis_selection (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  primary key (account_id, project_id),
  foreign key (account_id, project_id) references project (account_id, id),
  foreign key (account_id, analysis_id) references analysis (account_id, id)
);

create table answer_receipt (
  account_id uuid not null,
  project_id uuid not null,
  external_id text not null,
  answer_id uuid not null,
  primary key (account_id, project_id, external_id)
);

create table answer (
  account_id uuid not null,
  project_id uuid not null,
  bucket_date date not null,
  id uuid not null,
  platform ${PLATFORM},
  model text,
  prompt_id uuid,
  question text not null,
  text text not null,
  citations jsonb not null,
  is_truncated boolean not null,
  answered_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  primary key (account_id, project_id, bucket_date, id)
) partition by range (bucket_date);

create table answer_reading (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  bucket_date date not null,
  answer_id uuid not null,
  platform ${PLATFORM},
  answered_at timestamptz(3) not null,
  is_brand_named boolean not null,
  sentiment text check (sentiment in ('positive', 'neutral', 'negative', 'mixed')),
  evidence text,
  primary key (account_id, project_id, analysis_id, bucket_date, answer_id)
) partition by range (bucket_date);

create table answer_mention (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  bucket_date date not null,
  answer_id uuid not null,
  subject_id uuid not null,
  platform ${PLATFORM},
  answered_at timestamptz(3) not null,
  mention_count integer not null,
  spans integer[] not null,
  position integer,
  primary key (account_id, project_id, analysis_id, bucket_date, answer_id, subject_id)
) partition by range (bucket_date);

create table answer_citation (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  bucket_date date not null,
  answer_id uuid not null,
  ordinal integer not null,
  platform ${PLATFORM},
  answered_at timestamptz(3) not null,
  domain text not null,
  url text not null,
  title text,
  primary key (account_id, project_id, analysis_id, bucket_date, answer_id, ordinal)
) partition by range (bucket_date);
`;

const ROLLUPS = `
create table daily_response (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  bucket_date date not null,
  platform ${PLATFORM},
  response_count integer not null,
  brand_mention_count integer not null,
  positive integer not null,
  neutral integer not null,
  negative integer not null,
  mixed integer not null,
  primary key (account_id, project_id, analysis_id, bucket_date, platform)
);

create table daily_mention (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  bucket_date date not null,
  platform ${PLATFORM},
  subject_id uuid not null,
  mention_count integer not null,
  response_count integer not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (account_id, project_id, analysis_id, bucket_date, platform, subject_id)
);

create table daily_citation (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  bucket_date date not null,
  platform ${PLATFORM},
  domain text not null,
  citation_count integer not null,
  response_count integer not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (account_id, project_id, analysis_id, bucket_date, platform, domain)
);

create table daily_citation_url (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  bucket_date date not null,
  platform ${PLATFORM},
  domain text not null,
  url_hash bytea not null,
  url text not null,
  citation_count integer not null,
  primary key (account_id, project_id, analysis_id, bucket_date, platform, domain, url_hash)
);

create table mention_total (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  subject_id uuid not null,
  mention_count bigint not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (account_id, project_id, analysis_id, subject_id)
);
`;

/** The first schema: tenants, their projects, retained answers with their facts, and the daily rollups. */
export class AccountsProjectsAndHistory extends Migration {
  override up(): void {
    for (const sql of [ACCOUNTS, PROJECTS, HISTORY, ROLLUPS]) this.addSql(sql);
  }
}
