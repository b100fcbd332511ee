import type { Clock } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { rows, statement } from '../../database/rows.js';

/** Of one look; those beyond come at once with the next. */
const FOUND_MAX = 1_000;

/** Of all accounts, a read alone. Reads every prompt: no index knows what is not there. */
const FORGOTTEN_PROMPTS = statement<{ account_id: string; prompt_id: string }>(
  'forgotten-prompts',
  `select q.account_id, q.id as prompt_id
   from prompt q
   join project p on p.account_id = q.account_id and p.id = q.project_id and p.archived_at is null
   left join prompt_schedule s on s.account_id = q.account_id and s.prompt_id = q.id
   where q.archived_at is null and s.prompt_id is null
   order by q.account_id, q.id
   limit $1`,
);

const SCHEDULE_PROMPTS = statement<object>(
  'schedule-forgotten-prompts',
  `insert into prompt_schedule (account_id, prompt_id, next_at)
   select $1, prompt_id, $3
   from unnest($2::uuid[]) as prompt_id
   on conflict do nothing`,
);

/**
 * Makes prompts due that have no place in the schedule: a process of a release that knew of none created them while a
 * new one rolled out. Any number of workers may do so at once. @returns how many there were.
 */
export async function scheduleForgotten(database: Database, clock: Clock): Promise<number> {
  let count = 0;
  for (let isMore = true; isMore; ) {
    const found = await rows(database.openForJob(), FORGOTTEN_PROMPTS, [FOUND_MAX]);
    for (const [accountId, prompts] of Map.groupBy(found, ({ account_id }) => account_id)) {
      const promptIds = prompts.map(({ prompt_id }) => prompt_id);
      await rows(database.openForJob(), SCHEDULE_PROMPTS, [accountId, promptIds, clock.now()]);
    }
    count += found.length;
    isMore = found.length === FOUND_MAX;
  }
  return count;
}
