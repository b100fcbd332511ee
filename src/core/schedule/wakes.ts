import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import type { Context } from '../context.js';

/**
 * Due now, or since when it was due before. Each wake changes the value, if only by a millisecond. A planner that read
 * the prompt before the wake therefore finds another value than it read, and leaves the prompt due.
 */
const dueBy = (instant: string) => `least(s.next_at - interval '1 millisecond', ${instant})`;

const SCHEDULE_PROMPT = statement<object>(
  'schedule-prompt',
  `insert into prompt_schedule (account_id, prompt_id, next_at)
   values ($1, $2, $3)`,
);

const WAKE_PROMPT = statement<object>(
  'wake-prompt',
  `update prompt_schedule s
   set next_at = ${dueBy('$3::timestamptz')}
   where s.account_id = $1 and s.prompt_id = $2`,
);

const WAKE_PROJECT = statement<object>(
  'wake-prompts-of-project',
  `update prompt_schedule s
   set next_at = ${dueBy('$3::timestamptz')}
   from prompt q
   where s.account_id = $1 and q.account_id = $1 and q.id = s.prompt_id and q.project_id = $2`,
);

const WAKE_ACCOUNT = statement<object>(
  'wake-prompts-of-account',
  `update prompt_schedule s
   set next_at = ${dueBy('$2::timestamptz')}
   where s.account_id = $1`,
);

const UNSCHEDULE_PROMPT = statement<object>(
  'unschedule-prompt',
  `delete from prompt_schedule
   where account_id = $1 and prompt_id = $2`,
);

const UNSCHEDULE_PROJECT = statement<object>(
  'unschedule-prompts-of-project',
  `delete from prompt_schedule s
   using prompt q
   where s.account_id = $1 and q.account_id = $1 and q.id = s.prompt_id and q.project_id = $2`,
);

/** Makes a prompt that was just created due at once; in later periods it is asked at its slot. */
export async function schedulePrompt(tx: Context, promptId: string): Promise<void> {
  await rows(tx.em, SCHEDULE_PROMPT, [tx.caller.accountId, promptId, tx.clock.now()]);
}

/** Makes a prompt due now, so that it is asked in the present period unless it was already. */
export async function wakePrompt(tx: Context, promptId: string): Promise<void> {
  await rows(tx.em, WAKE_PROMPT, [tx.caller.accountId, promptId, tx.clock.now()]);
}

/** {@link wakePrompt} for all prompts of a project. */
export async function wakePromptsOfProject(tx: Context, projectId: string): Promise<void> {
  await rows(tx.em, WAKE_PROJECT, [tx.caller.accountId, projectId, tx.clock.now()]);
}

/** {@link wakePrompt} for all prompts of an account. */
export async function wakePromptsOfAccount(tx: EntityManager, accountId: string, now: Date): Promise<void> {
  await rows(tx, WAKE_ACCOUNT, [accountId, now]);
}

/** Ends the schedule of a prompt that is being archived. */
export async function unschedulePrompt(tx: Context, promptId: string): Promise<void> {
  await rows(tx.em, UNSCHEDULE_PROMPT, [tx.caller.accountId, promptId]);
}

/** Ends the schedules of the prompts of a project that is being archived. */
export async function unschedulePromptsOfProject(tx: Context, projectId: string): Promise<void> {
  await rows(tx.em, UNSCHEDULE_PROJECT, [tx.caller.accountId, projectId]);
}
