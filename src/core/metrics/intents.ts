/**
 * The questions of projects ($2) that are wordings, each with the question of the prompt that leads its intent: answers
 * to all wordings of an intent are alike, so that intervals and verdicts count them as one cluster (docs/metrics.md,
 * "Wordings"). A prompt that is archived counts as it was tied, unless an unarchived one asks the same by itself.
 * Binds $1, the account, and $2.
 */
export const WORDINGS = `wording as materialized (
     select distinct on (w.project_id, w.text_hash) w.project_id, w.text_hash as question_hash,
       l.text_hash as intent_hash
     from prompt w
     join prompt l on l.account_id = $1 and l.id = w.wording_of
     where w.account_id = $1 and w.project_id = any ($2::uuid[]) and w.wording_of is not null and not exists (
       select from prompt o
       where o.account_id = $1 and o.project_id = w.project_id and o.text_hash = w.text_hash
         and o.archived_at is null and o.wording_of is null
     )
     order by w.project_id, w.text_hash, w.archived_at desc nulls first, w.id
   )`;

/**
 * Joins {@link WORDINGS}, as `i`, to rows `c` that have a `question_hash`.
 * @param projectId what the project is called there, such as `x.project_id`.
 */
export function joinWordings(projectId: string): string {
  return `left join wording i on i.project_id = ${projectId} and i.question_hash = c.question_hash`;
}

/** The cluster of a row `c`: the question of the prompt that leads its intent, else its own. */
export const INTENT = 'coalesce(i.intent_hash, c.question_hash)';
