import { z } from 'zod';
import { statement } from '../../database/rows.js';
import type { Frequency, Platform } from '../../entities/vocabulary.js';
import { isSeen } from '../access/project-limit.js';
import { allowedProjects, bindProjects, type Context } from '../context.js';
import { platforms } from '../input.js';
import { comparedCells } from '../metrics/comparison.js';
import { sum } from '../metrics/shares.js';
import { PLANS } from '../plans.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { promptFilter } from '../prompt-filters/prompt-filter.js';
import { IS_WANTED } from '../schedule/wanted-prompts.js';
import { daysBefore, toDay } from '../time.js';
import { type Allowance, type AskedPrompt, creditsOf, planSample, type SampleSizeView } from './sample-size.js';
import { measureParts } from './variance-parts.js';

const CHANGE = [1, 50] as const;
const INTERVAL = [1, 30] as const;
const WEEKS = [1, 12] as const;
const POWER = [50, 95] as const;

export const WEEKS_USUAL = 4;
export const POWER_USUAL = 80;

/** What `sampleSize` takes: exactly one of a change and an interval. */
export const sampleSizeInput = z
  .object({
    changePoints: numberIn(CHANGE).optional(),
    intervalPoints: numberIn(INTERVAL).optional(),
    weeks: wholeIn(WEEKS).default(WEEKS_USUAL),
    power: wholeIn(POWER).default(POWER_USUAL),
    platforms: platforms.optional(),
    where: promptFilter.optional(),
  })
  .refine(({ changePoints, intervalPoints }) => (changePoints === undefined) !== (intervalPoints === undefined), {
    error: 'exactly one of changePoints and intervalPoints must be sent',
    path: ['changePoints'],
  });

export type SampleSizeQuery = z.output<typeof sampleSizeInput>;

function numberIn([least, most]: readonly [number, number]) {
  const fault = `must be a number from ${least} to ${most}`;
  return z.number(fault).min(least, fault).max(most, fault);
}

function wholeIn([least, most]: readonly [number, number]) {
  const fault = `must be a whole number from ${least} to ${most}`;
  return z.int(fault).min(least, fault).max(most, fault);
}

/** Answers that variances are measured from: of two halves of so many days. */
const HALF_DAYS = 28;
const MEASURED_WEEKS = (2 * HALF_DAYS) / 7;

/** A prompt that counts for the account's capacity; `is_chosen` where it is one of those that are asked about. */
interface PromptRow {
  project_id: string;
  /** Askings of a weekly prompt in a week. */
  repeats: number;
  intent: string;
  monitoring_frequency: Frequency;
  platforms: Platform[];
  is_wanted: boolean;
  is_chosen: boolean;
}

/** Of account $1, of the projects $5 alone where they are not null; $2 to $4 choose questions. */
const ASKED_PROMPTS = statement<PromptRow>(
  'prompts-of-sample-size',
  `select q.project_id, p.repeats, coalesce(q.wording_of, q.id) as intent, q.monitoring_frequency, q.platforms,
     ${IS_WANTED} as is_wanted, ${ofQuestions(2, { project: 'q.project_id', hash: 'q.text_hash' })} as is_chosen
   from prompt q
   join project p on p.account_id = $1 and p.id = q.project_id
   join account a on a.account_id = $1
   where q.account_id = $1 and q.archived_at is null and p.archived_at is null
     and ${isSeen('p.id', 5)}
   order by q.created_at, q.id`,
);

const OWNED = statement<{ id: string; repeats: number }>(
  'projects-of-sample-size',
  `select id, repeats
   from project
   where account_id = $1 and id = any ($2::uuid[]) and archived_at is null`,
);

/**
 * How many answers it takes, in each unarchived project that the account holds, to tell what is wanted, by project:
 * from the answers of the last eight weeks and the prompts that are asked now. Three statements, whatever the number of
 * projects; the plan's bounds are what the account's other prompts leave of them, those of projects that the caller
 * sees.
 */
export async function sampleSizeOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { where, platforms: named, ...wish }: SampleSizeQuery,
): Promise<Map<string, SampleSizeView>> {
  const { db, caller, clock } = ctx;
  const to = toDay(clock.now());
  const period = { from: daysBefore(to, HALF_DAYS - 1), to };
  const plan = PLANS[caller.tier];
  const allowed = plan.platforms.filter((platform) => named?.includes(platform) ?? true);
  const projects = await db.rows(OWNED, bindProjects(ctx, projectIds));
  const owned = projects.map(({ id }) => id);
  const questions = await bindQuestions(ctx, owned, null, { where });
  const prompts = await db.rows(ASKED_PROMPTS, [caller.accountId, ...questions, allowedProjects(caller)]);
  const cells = await comparedCells(ctx, owned, { period, platforms: named, where });
  return new Map(
    projects.map(({ id, repeats }) => {
      const isOwn = (row: PromptRow) => row.project_id === id && row.is_chosen && row.is_wanted;
      const asked = prompts.filter(isOwn).map((row) => toAsked(row, allowed));
      const others = prompts.filter((row) => !isOwn(row));
      const running = Map.groupBy(
        others.filter((row) => row.is_wanted),
        (row) => askedAWeek(row, plan.repeatsMax),
      );
      const credits = Array.from(running, ([times, rows]) =>
        creditsOf(
          rows.map((row) => toAsked(row, plan.platforms)),
          times,
        ),
      );
      const allowance: Allowance = {
        platforms: allowed,
        prompts: plan.promptCapacity - others.length,
        dailySlots: plan.dailySlots - others.filter((row) => row.monitoring_frequency === 'daily').length,
        creditsPerMonth: plan.creditsPerMonth - sum(credits),
        repeats: { now: askedAWeek({ repeats }, plan.repeatsMax), most: plan.repeatsMax },
      };
      const parts = measureParts(cells.get(id) ?? []);
      const view = planSample(
        asked.filter((prompt) => prompt.platforms.length > 0),
        allowance,
        parts,
        wish,
      );
      return [id, { ...view, assumptions: { ...parts, weeks: MEASURED_WEEKS } }];
    }),
  );
}

/** A project that was set under a larger tier is asked as often as the present one allows. */
function askedAWeek({ repeats }: { repeats: number }, most: number): number {
  return Math.min(repeats, most);
}

/** On the platforms that it is asked on and that count. */
function toAsked(
  { intent, monitoring_frequency, platforms: own }: PromptRow,
  counted: readonly Platform[],
): AskedPrompt {
  return {
    intent,
    isDaily: monitoring_frequency === 'daily',
    platforms: own.filter((platform) => counted.includes(platform)),
  };
}
