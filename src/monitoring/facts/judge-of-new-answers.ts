import type { ProjectScope } from '../../core/facts/project-scope.js';
import { rowLock, tryLock } from '../../database/advisory-lock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { choiceForNew, type Judging } from '../judge/judging.js';
import { longTransaction } from '../long-transaction.js';
import { hasReadings, type StoredJudge, takeSelection } from './selected-analysis.js';

/** Judges before the present one that an analysis remembers, the newest; before them the oldest of these counts. */
const FORMER_MAX = 20;

/** The selected analysis, where its judge is another than $3 that was chosen before $4; and the present instant. */
const FIND_JUDGE = statement<{ id: string; judge: string | null; former_judges: StoredJudge[] | null; now: string }>(
  'find-judge-to-replace',
  `select a.id, a.judge, s.former_judges,
     to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now
   from analysis_selection s
   join analysis a on a.account_id = $1 and a.id = s.analysis_id
   where s.account_id = $1 and s.project_id = $2 and a.judge is distinct from $3
     and a.judge_chosen_at < $4::timestamptz`,
);

/** What its former judge was not asked about stays as the rules read it. */
const REPLACE_JUDGE = statement<object>(
  'replace-judge-of-new-answers',
  `update analysis
   set judge = $3, judge_chosen_at = $4, judge_withheld = 0, judge_withheld_on = null
   where account_id = $1 and id = $2`,
);

const SAVE_FORMER = statement<object>(
  'save-former-judges',
  `update analysis_selection
   set former_judges = $3::jsonb
   where account_id = $1 and project_id = $2`,
);

const RECORD_JUDGE = statement<object>(
  'note-judge-of-new-answers',
  `insert into project_change (account_id, project_id, at, id, kind, text)
   values ($1, $2, $3, gen_random_uuid(), 'judge_changed', $4)`,
);

/** Characters that a change quotes of a judge. */
const QUOTED_MAX = 200;

/**
 * Has the judge of this process, where it is a default, decide in the project's new answers: those from this instant
 * on, which a change beside its numbers tells. Answers before it keep what they were read with, now and in later
 * analyses, until people have the judge applied to them. Does nothing where the analysis has this judge, or one that
 * was chosen later; nor while a re-analysis or an import of the project is under way, after which it is called again.
 * @returns whether the judge was changed.
 */
export async function judgeNewAnswers(db: DatabaseSession, scope: ProjectScope, judging: Judging): Promise<boolean> {
  const judge = judging.judge?.id ?? null;
  const chosenAt = choiceForNew(judging);
  const { accountId, projectId } = scope;
  return longTransaction(db, async (tx) => {
    if (!(await tryLock(tx, rowLock('reanalysis', projectId)))) return false;
    if (!(await takeSelection(tx, scope))) return false;
    const [found] = await tx.rows(FIND_JUDGE, [accountId, projectId, judge, chosenAt]);
    if (!found) return false;
    const isRead = await hasReadings(tx, scope, found.id);
    const former = [...(found.former_judges ?? []), { judge: found.judge, until: found.now }].slice(-FORMER_MAX);
    const formerJudges = isRead ? JSON.stringify(former) : null;
    await tx.rows(REPLACE_JUDGE, [accountId, found.id, judge, chosenAt]);
    await tx.rows(SAVE_FORMER, [accountId, projectId, formerJudges]);
    if (isRead) await tx.rows(RECORD_JUDGE, [accountId, projectId, found.now, textOf(judge, found.judge)]);
    const [now, before] = [judge, found.judge].map(nameOf);
    judging.log.info({ project_id: projectId, judge: now, former_judge: before }, CHANGED);
    return true;
  });
}

const CHANGED = 'new answers have another judge; earlier ones stay as they were read';

function textOf(judge: string | null, former: string | null): string {
  return `New answers are judged by ${nameOf(judge)} from here on, earlier ones stay as ${nameOf(former)} read them`;
}

function nameOf(judge: string | null): string {
  return judge === null ? 'the rules alone' : judge.slice(0, QUOTED_MAX);
}
