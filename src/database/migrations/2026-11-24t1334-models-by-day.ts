import { Migration } from '@mikro-orm/migrations';

const PLATFORM = `text not null check (platform in ('chatgpt', 'perplexity', 'claude', 'gemini'))`;

const TABLES = `
create table daily_model_response (
  account_id uuid not null,
  project_id uuid not null,
  analysis_id uuid not null,
  bucket_date date not null,
  platform ${PLATFORM},
  model text not null,
  response_count integer not null,
  brand_mention_count integer not null,
  primary key (account_id, project_id, analysis_id, bucket_date, platform, model)
);

create table served_method (
  account_id uuid not null,
  project_id uuid not null,
  platform ${PLATFORM},
  request_version smallint not null,
  first_at timestamptz(3) not null,
  primary key (account_id, project_id, platform, request_version),
  foreign key (account_id, project_id) references project (account_id, id)
);
`;

/** Models as the rollup counts them: those with a name that is not too long, the fifty of most responses of a day. */
const ROLLUP = `
insert into daily_model_response (account_id, project_id, analysis_id, bucket_date, platform, model, response_count,
  brand_mention_count)
select account_id, project_id, analysis_id, bucket_date, platform, case when place <= 50 then model else '' end,
  sum(response_count), sum(brand_mention_count)
from (
  select r.account_id, r.project_id, r.analysis_id, r.bucket_date, r.platform, m.model, count(*) as response_count,
    count(*) filter (where r.is_brand_named) as brand_mention_count,
    row_number() over (
      partition by r.account_id, r.project_id, r.analysis_id, r.bucket_date, r.platform
      order by count(*) desc, m.model collate "C"
    ) as place
  from answer_reading r
  join answer a on a.account_id = r.account_id and a.project_id = r.project_id and a.bucket_date = r.bucket_date
    and a.id = r.answer_id
  cross join lateral (select case when length(a.model) <= 200 then a.model else '' end as model) m
  group by r.account_id, r.project_id, r.analysis_id, r.bucket_date, r.platform, m.model
) g
group by 1, 2, 3, 4, 5, 6
`;

const METHODS = `
insert into served_method (account_id, project_id, platform, request_version, first_at)
select account_id, project_id, platform, request_version, min(finished_at)
from run
where state = 'accepted' and request_version is not null and finished_at is not null
group by account_id, project_id, platform, request_version
`;

/** Facts are as many as retained answers and more; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Daily counts of each model that answered, and since when each method of asking has answers. */
export class ModelsByDay extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, TABLES, ROLLUP, METHODS]) this.addSql(sql);
  }
}
