import { DISCOVERED_MAX } from '../../core/competitors/candidate.service.js';
import { statement } from '../../database/rows.js';
import type { Tier } from '../../entities/vocabulary.js';

/** A row if the project is unarchived, discovers automatically and has room for more competitors. */
export const FIND_DISCOVERING = statement<{ tier: Tier }>(
  'find-discovering-project',
  `select a.tier
   from project p
   join account a on a.account_id = $1
   where p.account_id = $1 and p.id = $2 and p.auto_discover_competitors and p.archived_at is null
     and (
       select count(*)
       from competitor c
       where c.account_id = $1 and c.project_id = p.id and c.removed_at is null
         and c.discovery_method = 'auto'
     ) < ${DISCOVERED_MAX}`,
);

/**
 * Untracked candidates of one project that enough accepted answers of the days $3 to $4 list as options: at least $5 on
 * several platforms or $6 on one, and $7 percent of all; those in most answers first. The rollups show which names are
 * possible, so that the facts are read for those alone. A dismissed name, and one that a
 * competitor has or had, is left out here already, so that it is not tried again and again.
 */
export const LIST_FREQUENT_OPTIONS = statement<{ id: string }>(
  'list-frequent-options',
  `with selected as (
     select s.account_id, s.project_id, s.analysis_id
     from analysis_selection s
     where s.account_id = $1 and s.project_id = $2
   ),
   needed as (
     select s.account_id, s.project_id, s.analysis_id,
       greatest($5::int, ceil(sum(r.response_count) * $7::int / 100.0)) as answers
     from selected s
     join daily_response r on r.account_id = $1 and r.project_id = s.project_id
       and r.analysis_id = s.analysis_id and r.bucket_date between $3 and $4
     group by s.account_id, s.project_id, s.analysis_id
   ),
   frequent as materialized (
     select m.subject_id
     from needed n
     join daily_mention m on m.account_id = $1 and m.project_id = n.project_id
       and m.analysis_id = n.analysis_id and m.bucket_date between $3 and $4
     join competitor_candidate k on k.account_id = $1 and k.id = m.subject_id and k.competitor_id is null
       and k.dismissed_at is null
     where not exists (
       select
       from competitor_candidate o
       where o.account_id = $1 and o.project_id = k.project_id and o.name_key = k.name_key
         and o.competitor_id is not null
     )
     group by m.subject_id, n.answers
     having sum(m.response_count) >= n.answers
   )
   select m.subject_id as id
   from frequent f
   cross join needed n
   join answer_mention m on m.account_id = $1 and m.project_id = n.project_id
     and m.analysis_id = n.analysis_id and m.bucket_date between $3 and $4 and m.subject_id = f.subject_id
   where m.position is not null
   group by m.subject_id, n.answers
   having count(*) >= case when count(distinct m.platform) > 1 then n.answers else greatest(n.answers, $6::int) end
   order by count(*) desc, m.subject_id`,
);
