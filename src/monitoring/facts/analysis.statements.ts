import { isSetAside } from '../../core/analysis-state/set-aside.js';
import {
  ALL_SELECTED_AND_WANTED,
  looksForOthers,
  SELECTED_AND_WANTED,
} from '../../core/analysis-state/wanted-names.js';
import { statement } from '../../database/rows.js';
import type { ProjectTaskName } from '../../entities/vocabulary.js';
import type { SubjectSnapshot } from '../reader/analysis.types.js';

interface AnalysisStatusRow {
  id: string | null;
  subjects: SubjectSnapshot;
  judge: string | null;
  removed_at: Record<string, number>;
  is_due: boolean;
}

/** Made by older rules, or with other names, than are wanted now. */
const isReadOtherwise = (alias: string, version: string) => `${alias}.version < ${version} or ${looksForOthers(alias)}`;

/** The judge's bound of an earlier day withheld answers: it is asked again about these. */
const isToBeAskedAgain = (alias: string, judge: string) =>
  `(${alias}.judge is not distinct from ${judge} and ${alias}.judge_withheld > 0
     and ${alias}.judge_withheld_on < (statement_timestamp() at time zone 'UTC')::date)`;

/**
 * An analysis by newer rules than this build's is not outdated: while a release rolls out, its workers and those of the
 * one before would otherwise undo each other's work. Nor is one whose judge was chosen no earlier than this process's.
 */
const isOutdated = (alias: string, version: string, judge: string, chosenAt: string) =>
  `(${isReadOtherwise(alias, version)}
     or (${alias}.judge is distinct from ${judge} and ${alias}.judge_chosen_at < ${chosenAt})
     or ${isToBeAskedAgain(alias, judge)})`;

/**
 * The analysis that readers see, if any, and whether the rules ($3), the names or the judge ($4, chosen at $5) have
 * changed since it was made.
 */
export const FIND_ANALYSIS_STATUS = statement<AnalysisStatusRow>(
  'find-status-of-analysis',
  `select a.id, a.subjects, a.judge, w.removed_at,
     ${isOutdated('a', '$3::int', '$4::text', '$5::timestamptz')} as is_due
   ${SELECTED_AND_WANTED}
   where p.account_id = $1 and p.id = $2`,
);

/** The same of a new analysis ($6), which is compared with the names wanted beside the selected one. */
export const FIND_NEW_ANALYSIS_STATUS = statement<AnalysisStatusRow>(
  'find-status-of-new-analysis',
  `select n.id, n.subjects, n.judge, w.removed_at,
     ${isOutdated('n', '$3::int', '$4::text', '$5::timestamptz')} as is_due
   ${SELECTED_AND_WANTED}
   join analysis n on n.account_id = $1 and n.id = $6
   where p.account_id = $1 and p.id = $2`,
);

/**
 * A page ($6) of the unarchived projects after a position ($4, $5), each with the task that its outdated analysis
 * needs: for its names, the rules ($1) or the judge ($2, chosen at $3). Null where its names are queued, where its
 * rules or judge wait at $7 for a worker to begin, or where it is set aside under these rules.
 */
export const LIST_OUTDATED = statement<{ account_id: string; project_id: string; task: ProjectTaskName | null }>(
  'list-outdated-analyses',
  `select p.account_id, p.id as project_id,
     case
       when a.id is null or q.is_queued or t.is_set_aside then null
       when ${looksForOthers('a')} then 'names'
       when a.version < $1::int then 'rules'
       when ${isOutdated('a', '$1::int', '$2::text', '$3::timestamptz')} then 'judge'
     end as task
   ${ALL_SELECTED_AND_WANTED}
   left join lateral (
     select true as is_queued
     from project_task k
     where k.account_id = p.account_id and k.project_id = p.id and k.task <> 'discovery'
       and case when k.task = 'names' then k.due_at is not null else k.due_at <= $7 end
     limit 1
   ) q on true
   left join lateral (
     select ${isSetAside('u')} as is_set_aside
     from analysis_attempt u
     where u.account_id = p.account_id and u.project_id = p.id and u.version = $1::int
   ) t on true
   where p.archived_at is null and (p.account_id, p.id) > ($4::uuid, $5::uuid)
   order by p.account_id, p.id
   limit $6`,
);

/**
 * Creates an analysis of the wanted names; $3 is its id, $4 the version of the rules. Its judge is the one ($5) that
 * was chosen at $6, unless the analysis that readers see has one chosen no earlier. $7 answers are to be analysed under
 * it.
 */
export const CREATE_ANALYSIS = statement<object>(
  'create-analysis',
  `insert into analysis (account_id, id, project_id, version, subjects, judge, judge_chosen_at, answers_total)
   select p.account_id, $3, p.id, $4, w.subjects,
     case when a.judge_chosen_at >= $6::timestamptz then a.judge else $5::text end,
     greatest(a.judge_chosen_at, $6::timestamptz), $7
   ${SELECTED_AND_WANTED}
   where p.account_id = $1 and p.id = $2`,
);

/** All retained answers of a project: for the beginning of a run, which reads them anyway. */
export const COUNT_ANSWERS = statement<{ answers: number }>(
  'count-answers-to-read-again',
  `select count(*)::int as answers
   from answer
   where account_id = $1 and project_id = $2`,
);

/** Counts $3 more answers as analysed; those that arrived since the run began count once they are analysed. */
export const NOTE_READ = statement<object>(
  'note-answers-read-again',
  `update analysis
   set answers_read = answers_read + $3, answers_total = greatest(answers_total, answers_read + $3)
   where account_id = $1 and id = $2`,
);

/** Notes answers that the judge was not asked about because today's bounds are reached. */
export const NOTE_WITHHELD = statement<object>(
  'note-answers-withheld-from-judge',
  `update analysis
   set judge_withheld = judge_withheld + $3, judge_withheld_on = (statement_timestamp() at time zone 'UTC')::date
   where account_id = $1 and id = $2`,
);

export const SELECT_ANALYSIS = statement<object>(
  'select-analysis',
  `insert into analysis_selection (account_id, project_id, analysis_id)
   values ($1, $2, $3)
   on conflict (account_id, project_id) do update
   set analysis_id = excluded.analysis_id`,
);

/**
 * Tells that readers see another analysis ($3) from now on, and why: before it is selected. The names are wanted by
 * people, so they come first where several things changed.
 */
export const NOTE_SWITCH = statement<object>(
  'note-switch-of-analysis',
  `insert into project_change (account_id, project_id, at, id, kind, text)
   select n.account_id, n.project_id, statement_timestamp(), gen_random_uuid(), 'answers_read_again',
     'Every answer was read again ' || case
       when n.subjects is distinct from a.subjects then 'for the names as they are now'
       when n.version <> a.version then 'by newer rules'
       when n.judge is not distinct from a.judge then 'by the same judge'
       when n.judge is null then 'by the rules alone'
       else 'with the judge ' || left(n.judge, 200)
     end || ': the numbers are new'
   from analysis_selection s
   join analysis a on a.account_id = $1 and a.id = s.analysis_id
   join analysis n on n.account_id = $1 and n.id = $3
   where s.account_id = $1 and s.project_id = $2`,
);

/** Locked by every transaction before it writes facts, so that a switch leaves none behind. */
export const HOLD_SELECTION = statement<{ analysis_id: string }>(
  'hold-analysis-selection',
  `select analysis_id
   from analysis_selection
   where account_id = $1 and project_id = $2
   for share`,
);

/** For a switch: no row while a transaction that writes facts still holds it. */
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

/** Keeps a new analysis from being discarded while facts are written under it. */
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
   left join analysis_selection s on s.account_id = $1 and s.analysis_id = a.id
   where a.account_id = $1 and a.project_id = $2 and s.analysis_id is null
   order by a.created_at, a.id`,
);

/** Does not delete its facts and rollups: no foreign key ties them to this row. */
export const DELETE_ANALYSIS = statement<object>(
  'delete-analysis',
  `delete from analysis
   where account_id = $1 and id = $2`,
);
