import type { ProjectScope } from '../../core/facts/project-scope.js';
import { IN_SCOPE, SCOPE } from '../../core/metrics/metric-query.js';
import { daysBefore } from '../../core/time.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';

/** Days whose answers are counted. */
const DAYS = 28;
/** A name is told in so many percent of the answers and so many intents, a source in so many answers and intents. */
const NAME = { percent: 5, intents: 3 };
const SOURCE = { answers: 10, intents: 5 };
/** Of each, those in most answers. */
const FOUND_MAX = 20;

/** A name or source that answers bring up. */
export interface Found {
  /** A candidate's id, or a domain. */
  id: string;
  name: string;
  answers: number;
  /** All answers of the days. */
  of: number;
  /** Different questions. */
  intents: number;
}

interface FoundRow {
  id: string;
  name: string;
  answers: number;
  whole: number;
  intents: number;
}

/** Rollups show which names are possible, so that facts are read for those alone. */
const NAMES = statement<FoundRow>(
  'names-found-in-project',
  `with ${SCOPE},
   whole as (
     select x.*, coalesce((
       select sum(r.response_count)
       from daily_response r
       where ${IN_SCOPE}
     ), 0)::int as answers
     from scope x
   ),
   possible as materialized (
     select k.id, k.name, x.account_id, x.project_id, x.analysis_id, x.answers as whole,
       sum(r.response_count)::int as answers
     from whole x
     join daily_mention r on ${IN_SCOPE}
     join competitor_candidate k on k.account_id = $1 and k.id = r.subject_id and k.competitor_id is null
       and k.dismissed_at is null
     group by k.id, k.name, x.account_id, x.project_id, x.analysis_id, x.answers
     having sum(r.response_count) * 100 >= ${NAME.percent} * x.answers
     order by sum(r.response_count) desc, k.id
     limit ${FOUND_MAX}
   )
   select p.id, p.name, p.answers, p.whole, count(distinct r.question_hash)::int as intents
   from possible p
   join answer_mention m on m.account_id = $1 and m.project_id = p.project_id and m.analysis_id = p.analysis_id
     and m.bucket_date between $3 and $4 and m.subject_id = p.id
   join answer_reading r on r.account_id = $1 and r.project_id = p.project_id and r.analysis_id = p.analysis_id
     and r.bucket_date = m.bucket_date and r.answer_id = m.answer_id
   group by p.id, p.name, p.answers, p.whole
   having count(distinct r.question_hash) >= ${NAME.intents}
   order by p.answers desc, p.id`,
);

const SOURCES = statement<FoundRow>(
  'sources-found-in-project',
  `with ${SCOPE},
   possible as materialized (
     select r.domain, x.account_id, x.project_id, x.analysis_id, sum(r.response_count)::int as answers
     from scope x
     join daily_citation r on ${IN_SCOPE}
     group by r.domain, x.account_id, x.project_id, x.analysis_id
     having sum(r.response_count) >= ${SOURCE.answers}
     order by sum(r.response_count) desc, r.domain
     limit 500
   )
   select p.domain as id, p.domain as name, p.answers, 0 as whole, count(distinct r.question_hash)::int as intents
   from possible p
   join answer_citation m on m.account_id = $1 and m.project_id = p.project_id and m.analysis_id = p.analysis_id
     and m.bucket_date between $3 and $4 and m.domain = p.domain
   join answer_reading r on r.account_id = $1 and r.project_id = p.project_id and r.analysis_id = p.analysis_id
     and r.bucket_date = m.bucket_date and r.answer_id = m.answer_id
   group by p.domain, p.answers
   having count(distinct r.question_hash) >= ${SOURCE.intents}
   order by p.answers desc, p.domain`,
);

/** Names that are neither tracked nor dismissed, in enough answers of 28 days; those in most answers first. */
export function foundNames(db: DatabaseSession, scope: ProjectScope, day: string): Promise<Found[]> {
  return found(db, NAMES, scope, day);
}

/** Domains that enough answers of 28 days cite; those in most answers first. */
export function foundSources(db: DatabaseSession, scope: ProjectScope, day: string): Promise<Found[]> {
  return found(db, SOURCES, scope, day);
}

async function found(
  db: DatabaseSession,
  asked: typeof NAMES,
  { accountId, projectId }: ProjectScope,
  day: string,
): Promise<Found[]> {
  const rows = await db.rows(asked, [accountId, [projectId], daysBefore(day, DAYS - 1), day]);
  return rows.map(({ whole, ...row }) => ({ ...row, of: whole }));
}
