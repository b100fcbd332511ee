import { Migration } from '@mikro-orm/migrations';

const PLATFORM = `text not null check (platform in ('chatgpt', 'perplexity', 'claude', 'gemini'))`;

/** Each unarchived prompt gets the place in its day or week that its id says (core/schedule/periods.ts). */
const SCHEDULE = `
create table prompt_schedule (
  account_id uuid not null,
  prompt_id uuid not null,
  next_at timestamptz(3) not null,
  primary key (account_id, prompt_id),
  foreign key (account_id, prompt_id) references prompt (account_id, id)
) with (fillfactor = 70);
create index prompt_schedule_due on prompt_schedule (next_at);

insert into prompt_schedule (account_id, prompt_id, next_at)
select q.account_id, q.id,
  s.slot_at + case when s.slot_at > now() then interval '0' else s.length end
from prompt q
cross join lateral (
  select case when q.monitoring_frequency = 'daily' then interval '1 day' else interval '7 days' end as length,
    date_trunc(case when q.monitoring_frequency = 'daily' then 'day' else 'week' end, now() at time zone 'UTC') as start
) f
cross join lateral (
  select f.length,
    (f.start at time zone 'UTC') + f.length * (('x' || left(q.id::text, 8))::bit(32)::bigint / 4294967296.0) as slot_at
) s
where q.archived_at is null;

create table monitoring_month (
  account_id uuid not null references account,
  month date not null,
  credits_used integer not null default 0 check (credits_used >= 0),
  tail_at timestamptz(3) not null default 'epoch',
  primary key (account_id, month)
) with (fillfactor = 70);
`;

/** Runs carry no foreign keys: they are planned in bulk from the rows that these would point to. */
const RUNS = `
create table run (
  account_id uuid not null,
  prompt_id uuid not null,
  platform ${PLATFORM},
  period_date date not null,
  occasion smallint not null check (occasion between 0 and 3),
  project_id uuid not null,
  state text not null check (state in ('queued', 'running', 'accepted', 'failed', 'skipped')),
  reason text check (reason in ('no_credits', 'no_daily_slot', 'beyond_capacity', 'platform_not_in_tier',
    'platform_not_configured', 'paused', 'archived', 'inactive', 'refused', 'rate_limited', 'denied', 'timed_out',
    'unreachable', 'platform_error', 'unreadable', 'empty', 'worker_lost', 'expired', 'budget')),
  message text,
  queue_at timestamptz(3) not null,
  not_before timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  claim_no integer not null default 0,
  attempts smallint not null default 0,
  lease_until timestamptz(3),
  worker text,
  credit_month date,
  planned_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  answer_id uuid,
  bucket_date date,
  model text,
  request_version smallint,
  searches integer not null default 0,
  cost_microusd bigint not null default 0,
  primary key (account_id, prompt_id, platform, period_date, occasion)
) partition by range (period_date);
create index run_queue on run (platform, queue_at) where state = 'queued';
create index run_expiry on run (expires_at) where state = 'queued';
create index run_leases on run (lease_until) where state = 'running';
create index run_list on run (account_id, project_id, planned_at desc);
`;

const GATES = `
create table platform_gate (
  platform ${PLATFORM} primary key,
  per_minute integer not null default 60,
  burst integer not null default 1,
  tokens double precision not null default 1,
  refilled_at timestamptz(3) not null default 'epoch',
  granted integer not null default 0,
  paused_until timestamptz(3),
  pause_reason text check (pause_reason in ('rate_limited', 'operator')),
  breaker text not null default 'closed' check (breaker in ('closed', 'failing', 'denied', 'misconfigured')),
  failures integer not null default 0,
  probe_at timestamptz(3),
  spent_date date not null default 'epoch',
  spent_microusd bigint not null default 0,
  cap_microusd bigint,
  served_until timestamptz(3)
) with (fillfactor = 50);
insert into platform_gate (platform) values ('chatgpt'), ('perplexity'), ('claude'), ('gemini');
`;

/** The schedule of prompts, the credits of accounts, the runs, which are the queue, and what platforms may be asked. */
export class MonitoringEngine extends Migration {
  override up(): void {
    this.addSql(SCHEDULE);
    this.addSql(RUNS);
    this.addSql(GATES);
  }
}
