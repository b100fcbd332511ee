import type { ProjectScope } from '../../core/facts/project-scope.js';
import { INTENT, joinWordings, WORDINGS } from '../../core/metrics/intents.js';
import { IN_SCOPE, SCOPE } from '../../core/metrics/metric-query.js';
import { daysBefore } from '../../core/time.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';

/** Days whose answers are counted. */
const DAYS = 28;
/** A name is told in so many percent of the answers and so many intents, a source in so many answers and intents. */
const NAME = { percent: 5, intents: 3 };
const SOURCE = { answers: 10, intents: 5 };
/** Of each, those in most answers; no more are remembered. */
export const FOUND_MAX = 2_000;

/** A name or source that answers bring up. */
export interface Found {
  /** A candidate's id, or a domain. */
  id: string;
  name: string;
  answers: number;
  /** All answers of the days. */
  of: number;
  /** Different intents; 0 of what is known, whose are not counted. */
  intents: number;
}

interface FoundRow {
  id: string;
  name: string;
  answers: number;
  whole: number;
  intents: number;
}

/** Whether an id is among the known ones, looked up in a hash: there are thousands of either. */
const isKnown = (id: string) => `${id} in (select u.id from unnest($5::text[]) as u (id)) as is_known`;

/**
 * Those that are possible, each with the different intents that bring it up, where it is not known ($5). Facts are read
 * once and looked up in a hash, from within a `case`, and readings by index (`offset 0`): joined, PostgreSQL, which
 * expects one row of a list, reads all answers for each name.
 * @param fact the table of facts that have it, in this column.
 */
function foundAmongPossible({ fact, column }: { fact: string; column: string }): string {
  return `counted as (
     select p.id, count(distinct ${INTENT})::int as intents
     from (
       select x.project_id, x.analysis_id, m.${column} as id, m.bucket_date, m.answer_id
       from scope x
       join ${fact} m on m.account_id = $1 and m.project_id = x.project_id and m.analysis_id = x.analysis_id
         and m.bucket_date between $3 and $4
       where case when m.${column} in (select p.id from possible p where not p.is_known) then true else false end
     ) p
     cross join lateral (
       select c.question_hash
       from answer_reading c
       where c.account_id = $1 and c.project_id = p.project_id and c.analysis_id = p.analysis_id
         and c.bucket_date = p.bucket_date and c.answer_id = p.answer_id
       offset 0
     ) c
     ${joinWordings('p.project_id')}
     group by p.id
   )
   select p.id::text as id, p.name, p.answers, p.whole, coalesce(n.intents, 0) as intents
   from possible p
   left join counted n on n.id = p.id`;
}

/** Rollups show which names are possible, so that facts are read for those alone that are not known. */
const NAMES = statement<FoundRow>(
  'names-found-in-project',
  `with ${SCOPE}, ${WORDINGS},
   whole as materialized (
     select x.*, coalesce((
       select sum(r.response_count)
       from daily_response r
       where ${IN_SCOPE}
     ), 0)::int as answers
     from scope x
   ),
   possible as materialized (
     select k.id, k.name, x.project_id, x.analysis_id, x.answers as whole, sum(r.response_count)::int as answers,
       ${isKnown('k.id::text')}
     from whole x
     join daily_mention r on ${IN_SCOPE}
     join competitor_candidate k on k.account_id = $1 and k.id = r.subject_id and k.competitor_id is null
       and k.dismissed_at is null
     group by k.id, k.name, x.project_id, x.analysis_id, x.answers
     having sum(r.response_count) * 100 >= ${NAME.percent} * x.answers
     order by sum(r.response_count) desc, k.id
     limit ${FOUND_MAX}
   ),
   ${foundAmongPossible({ fact: 'answer_mention', column: 'subject_id' })}
   where p.is_known or n.intents >= ${NAME.intents}
   order by p.answers desc, p.id`,
);

const SOURCES = statement<FoundRow>(
  'sources-found-in-project',
  `with ${SCOPE}, ${WORDINGS},
   possible as materialized (
     select r.domain as id, r.domain as name, x.project_id, x.analysis_id, 0 as whole,
       sum(r.response_count)::int as answers, ${isKnown('r.domain')}
     from scope x
     join daily_citation r on ${IN_SCOPE}
     group by r.domain, x.project_id, x.analysis_id
     having sum(r.response_count) >= ${SOURCE.answers}
     order by sum(r.response_count) desc, r.domain
     limit ${FOUND_MAX}
   ),
   ${foundAmongPossible({ fact: 'answer_citation', column: 'domain' })}
   where p.is_known or n.intents >= ${SOURCE.intents}
   order by p.answers desc, p.id`,
);

/** What a check of a day looks for. */
interface Looked {
  day: string;
  /** Ids of what was told, or is there from the beginning. */
  known: readonly string[];
}

/** Names that are neither tracked nor dismissed, in enough answers of 28 days; those in most answers first. */
export function foundNames(db: DatabaseSession, scope: ProjectScope, looked: Looked): Promise<Found[]> {
  return found(db, NAMES, scope, looked);
}

/** Domains that enough answers of 28 days cite; those in most answers first. */
export function foundSources(db: DatabaseSession, scope: ProjectScope, looked: Looked): Promise<Found[]> {
  return found(db, SOURCES, scope, looked);
}

async function found(
  db: DatabaseSession,
  asked: typeof NAMES,
  { accountId, projectId }: ProjectScope,
  { day, known }: Looked,
): Promise<Found[]> {
  const rows = await db.rows(asked, [accountId, [projectId], daysBefore(day, DAYS - 1), day, known]);
  return rows.map(({ whole, ...row }) => ({ ...row, of: whole }));
}
