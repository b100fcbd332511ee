import type { Clock } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/rows.js';

/** Of one look; those beyond come at once with the next. */
const FOUND_MAX = 1_000;

/** Of all accounts, a read alone. Reads every prompt: no index knows what is not there. */
const UNSCHEDULED_PROMPTS = statement<{ account_id: string; prompt_id: string }>(
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

/** A weekly prompt that was just planned is due by the end of the next week; no slot is further ahead. */
const AHEAD_MAX = `interval '15 days'`;

/**
 * Further ahead than any slot, by the clock of the machine and that of the database: a machine whose clock is behind
 * finds none.
 */
const TOO_FAR_AHEAD = `s.next_at > greatest($1::timestamptz, now()) + ${AHEAD_MAX}`;

/** Of all accounts, a read alone. */
const PROMPTS_TOO_FAR_AHEAD = statement<{ account_id: string; prompt_id: string }>(
  'prompts-too-far-ahead',
  `select s.account_id, s.prompt_id
   from prompt_schedule s
   where ${TOO_FAR_AHEAD}
   order by s.next_at desc
   limit $2`,
);

const MARK_DUE = statement<object>(
  'wake-prompts-too-far-ahead',
  `update prompt_schedule s
   set next_at = $1
   where s.account_id = $2 and s.prompt_id = any ($3::uuid[]) and ${TOO_FAR_AHEAD}`,
);

/**
 * Makes prompts due whose slot is further ahead than any: they were planned by a machine whose clock was wrong, or by a
 * command for another day, and would not be asked until then. @returns how many there were.
 */
export async function markDueTooFarAhead(database: Database, clock: Clock): Promise<number> {
  let count = 0;
  for (let isMore = true; isMore; ) {
    const now = clock.now();
    const found = await database.openForJob().rows(PROMPTS_TOO_FAR_AHEAD, [now, FOUND_MAX]);
    for (const [accountId, prompts] of Map.groupBy(found, ({ account_id }) => account_id)) {
      const promptIds = prompts.map(({ prompt_id }) => prompt_id);
      await database.openForJob().rows(MARK_DUE, [now, accountId, promptIds]);
    }
    count += found.length;
    isMore = found.length === FOUND_MAX;
  }
  return count;
}

/**
 * Makes prompts due that have no place in the schedule: a process of a release that knew of none created them while a
 * new one rolled out. Any number of workers may do so at once. @returns how many there were.
 */
export async function scheduleUnscheduled(database: Database, clock: Clock): Promise<number> {
  let count = 0;
  for (let isMore = true; isMore; ) {
    const found = await database.openForJob().rows(UNSCHEDULED_PROMPTS, [FOUND_MAX]);
    for (const [accountId, prompts] of Map.groupBy(found, ({ account_id }) => account_id)) {
      const promptIds = prompts.map(({ prompt_id }) => prompt_id);
      await database.openForJob().rows(SCHEDULE_PROMPTS, [accountId, promptIds, clock.now()]);
    }
    count += found.length;
    isMore = found.length === FOUND_MAX;
  }
  return count;
}
