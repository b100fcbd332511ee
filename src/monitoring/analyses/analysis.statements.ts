import { statement } from '../../database/rows.js';
import type { SubjectSnapshot } from './analysis.types.js';

/**
 * The names that project `p` is to be analysed with, given the analysis `a` its readers see: the brand, the competitors,
 * and those removed since that `a` looked for, so that their history outlives them (decisions, "competitor removed").
 * A removal alone therefore changes nothing here. Laid out as it is stored, so that equality tells whether a new
 * analysis is due.
 */
const WANTED = `select jsonb_build_object(
       'brand', jsonb_build_object('name', p.brand_name, 'aliases', to_jsonb(p.aliases), 'website', p.website_url),
       'competitors', coalesce(
         jsonb_agg(
           jsonb_build_object('id', k.id, 'name', c.name, 'aliases', to_jsonb(c.aliases), 'website', c.website_url)
           order by c.created_at, c.id, k.id
         ),
         '[]'
       )
     ) as subjects,
     coalesce(
       jsonb_object_agg(k.id, floor(extract(epoch from c.removed_at) * 1000)) filter (where c.removed_at is not null),
       '{}'
     ) as removed_at
     from competitor_candidate k
     join competitor c on c.account_id = k.account_id and c.id = k.competitor_id
     where k.account_id = p.account_id and k.project_id = p.id and k.competitor_id is not null
       and (
         c.removed_at is null
         or a.subjects -> 'competitors' @> jsonb_build_array(jsonb_build_object('id', k.id))
       )`;

const SELECTED = `from project p
   left join analysis_selection s on s.account_id = p.account_id and s.project_id = p.id
   left join analysis a on a.account_id = s.account_id and a.id = s.analysis_id
   cross join lateral (
     ${WANTED}
   ) w`;

interface StandingRow {
  id: string | null;
  subjects: SubjectSnapshot;
  judge: string | null;
  removed_at: Record<string, number>;
  is_due: boolean;
}

/** By other rules, or with other names, than answers are to be read now. */
const isReadOtherwise = (alias: string, version: string) =>
  `${alias}.version < ${version} or ${alias}.subjects is distinct from w.subjects`;

/**
 * Newer rules than this build's are left alone: while a release rolls out, its workers and those of the one before would
 * otherwise undo each other's work. So is a judge that was chosen no earlier than this process chose its own.
 */
const isOutdated = (alias: string, version: string, judge: string, chosenAt: string) =>
  `(${isReadOtherwise(alias, version)}
     or (${alias}.judge is distinct from ${judge} and ${alias}.judge_chosen_at < ${chosenAt}))`;

/**
 * The analysis that readers see, if any, and whether the rules ($3), the names or the judge ($4, chosen at $5) have
 * changed since it was made.
 */
export const FIND_STANDING = statement<StandingRow>(
  'find-standing-of-analysis',
  `select a.id, a.subjects, a.judge, w.removed_at,
     ${isOutdated('a', '$3::int', '$4::text', '$5::timestamptz')} as is_due
   ${SELECTED}
   where p.account_id = $1 and p.id = $2`,
);

/** As above, of an analysis in the making ($6), which is compared with what the selected one makes wanted. */
export const FIND_CANDIDATE_STANDING = statement<StandingRow>(
  'find-standing-of-new-analysis',
  `select n.id, n.subjects, n.judge, w.removed_at,
     ${isOutdated('n', '$3::int', '$4::text', '$5::timestamptz')} as is_due
   ${SELECTED}
   join analysis n on n.account_id = p.account_id and n.id = $6
   where p.account_id = $1 and p.id = $2`,
);

/**
 * Projects whose analysis is out of date, the one that waits longest first; archived ones keep what they have. Those for the
 * sake of the judge alone come last, so that they never fill the page: they may take hours.
 */
export const LIST_DUE = statement<{ account_id: string; project_id: string; is_for_judge: boolean }>(
  'list-due-analyses',
  `select p.account_id, p.id as project_id, not (${isReadOtherwise('a', '$1::int')}) as is_for_judge
   ${SELECTED}
   where p.archived_at is null and a.id is not null and ${isOutdated('a', '$1::int', '$2::text', '$3::timestamptz')}
   order by is_for_judge, a.created_at, p.id
   limit $4`,
);

/**
 * Makes an analysis of the wanted names; $3 is its id, $4 the version of the rules. Its judge is the one ($5) that was
 * chosen at $6, unless the analysis that readers see has one chosen no earlier.
 */
export const CREATE_ANALYSIS = statement<object>(
  'create-analysis',
  `insert into analysis (account_id, id, project_id, version, subjects, judge, judge_chosen_at)
   select p.account_id, $3, p.id, $4, w.subjects,
     case when a.judge_chosen_at >= $6::timestamptz then a.judge else $5::text end,
     greatest(a.judge_chosen_at, $6::timestamptz)
   ${SELECTED}
   where p.account_id = $1 and p.id = $2`,
);

export const SELECT_ANALYSIS = statement<object>(
  'select-analysis',
  `insert into analysis_selection (account_id, project_id, analysis_id)
   values ($1, $2, $3)
   on conflict (account_id, project_id) do update
   set analysis_id = excluded.analysis_id`,
);

/** Held by every transaction that writes facts, from before its first one, so that none is left behind by a switch. */
export const HOLD_SELECTION = statement<{ analysis_id: string }>(
  'hold-analysis-selection',
  `select analysis_id
   from analysis_selection
   where account_id = $1 and project_id = $2
   for share`,
);

/** For a switch: no row where a transaction that writes facts still holds it. */
export const TAKE_SELECTION = statement<{ analysis_id: string }>(
  'take-analysis-selection',
  `select analysis_id
   from analysis_selection
   where account_id = $1 and project_id = $2
   for no key update skip locked`,
);

export const LOCK_SELECTION = statement<{ analysis_id: string }>(
  'lock-analysis-selection',
  `select analysis_id
   from analysis_selection
   where account_id = $1 and project_id = $2
   for no key update`,
);

export const HAS_READINGS = statement<{ found: boolean }>(
  'analysis-has-readings',
  `select exists (
     select
     from answer_reading
     where account_id = $1 and project_id = $2 and analysis_id = $3
   ) as found`,
);

/** Keeps an analysis in the making from being discarded while facts are written under it. */
export const HOLD_ANALYSIS = statement<{ id: string }>(
  'hold-analysis',
  `select id
   from analysis
   where account_id = $1 and id = $2
   for key share`,
);

/** The analyses of a project that no reader sees. */
export const LIST_UNSELECTED = statement<{ id: string }>(
  'list-unselected-analyses',
  `select a.id
   from analysis a
   left join analysis_selection s on s.account_id = a.account_id and s.analysis_id = a.id
   where a.account_id = $1 and a.project_id = $2 and s.analysis_id is null
   order by a.created_at, a.id`,
);
