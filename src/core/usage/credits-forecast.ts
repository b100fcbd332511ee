import { statement } from '../../database/rows.js';
import type { Frequency, Platform, Tier } from '../../entities/vocabulary.js';
import { refuseLimited } from '../access/project-limit.js';
import type { Context } from '../context.js';
import { configuredPlatforms } from '../platforms/platform-status.js';
import { REQUESTED } from '../runs/run-id.js';
import { type CreditsView, creditsOf } from '../schedule/credits.js';
import {
  askedAt,
  type PlacedPrompt,
  periodOf,
  reasonToSkip,
  repeatsOf,
  slotOfNextPeriod,
  weekDatesAt,
  weekOf,
} from '../schedule/periods.js';
import { IS_WANTED, PLACES } from '../schedule/wanted-prompts.js';

interface CreditsForecastView extends CreditsView {
  /**
   * Credits that the prompts active now will have used when the month ends, beyond the month's if need be; null where
   * no platform is asked, so that nothing would be planned.
   */
  forecast: number | null;
}

/** A prompt that is to be asked, and when it is due. */
export interface ScheduledPrompt extends PlacedPrompt {
  promptId: string;
  platforms: readonly Platform[];
  /** When it is, or became, due. */
  dueAt: Date;
  /** Runs that the present weeks have already, as {@link cellOf} writes them; only of a prompt that is due. */
  planned: ReadonlySet<string>;
}

interface ScheduledRow {
  prompt_id: string;
  next_at: string;
  monitoring_frequency: Frequency;
  repeats: number;
  platforms: Platform[];
  place: number;
  place_of_frequency: number;
  planned: string[] | null;
}

/** Prompts of account $1 that are to be asked; those due by $2 may have runs of days and weeks from $3 to $4. */
const SCHEDULED = statement<ScheduledRow>(
  'scheduled-prompts-of-account',
  `select s.prompt_id, s.next_at, q.monitoring_frequency, p.repeats, q.platforms, o.place, o.place_of_frequency,
     r.planned
   from prompt_schedule s
   join prompt q on q.account_id = $1 and q.id = s.prompt_id
   join project p on p.account_id = $1 and p.id = q.project_id
   join account a on a.account_id = $1
   join ${PLACES} o on o.id = s.prompt_id
   left join lateral (
     select array_agg(r.platform || ':' || r.period_date || ':' || r.occasion
         order by r.period_date, r.platform, r.occasion) as planned
     from run r
     where r.account_id = $1 and r.prompt_id = s.prompt_id and r.period_date between $3 and $4
       and r.occasion not ${REQUESTED}
   ) r on s.next_at <= $2
   where s.account_id = $1 and ${IS_WANTED}
   order by s.prompt_id`,
);

/**
 * The credits of the caller's account, and how many its month will take as things are.
 * @throws ServiceError FORBIDDEN for who is limited to projects.
 */
export async function creditsForecast(ctx: Context): Promise<CreditsForecastView> {
  const { credits, ahead } = await creditsOutlook(ctx);
  return { ...credits, forecast: ahead === null ? null : credits.used + ahead(new Date(credits.resetsAt)) };
}

/** What is ahead of a month's credits. */
interface CreditsOutlook {
  credits: CreditsView;
  /**
   * The credits of what is yet to be planned before an instant, the end of the month at the latest. Null where no
   * platform is asked, so that nothing would be planned.
   */
  ahead: ((endsAt: Date) => number) | null;
}

/** The credits of the caller's account, and what its prompts will take of them, until whatever day of the month. */
export async function creditsOutlook(ctx: Context): Promise<CreditsOutlook> {
  const { db, caller, clock } = ctx;
  refuseLimited(caller, 'Credits');
  const now = clock.now();
  const { from, to } = weekDatesAt(now);
  const [credits, scheduled, configured] = await Promise.all([
    creditsOf(ctx),
    db.rows(SCHEDULED, [caller.accountId, now, from, to]),
    configuredPlatforms(db),
  ]);
  if (configured.size === 0) return { credits, ahead: null };
  const prompts = scheduled.map(toScheduledPrompt);
  return { credits, ahead: (endsAt) => creditsAhead(prompts, { now, endsAt, tier: caller.tier, configured }) };
}

/** All that a forecast depends on besides the prompts. */
export interface ForecastMonth {
  now: Date;
  /** The first instant after the month. */
  endsAt: Date;
  tier: Tier;
  /** Platforms for which a worker has a key. */
  configured: ReadonlySet<Platform>;
}

/**
 * The credits of runs that the schedule has yet to plan before the month ends: one for each platform of each prompt in
 * each period, while prompts, tier and platforms stay as they are and every run gets its answer. Runs that the month
 * has no credits for are counted, too.
 */
export function creditsAhead(prompts: readonly ScheduledPrompt[], month: ForecastMonth): number {
  return prompts.reduce((sum, prompt) => sum + creditsOfPrompt(prompt, month), 0);
}

/** A run's platform and period, as a text. */
export function cellOf(platform: Platform, periodDate: string, occasion: number): string {
  return `${platform}:${periodDate}:${occasion}`;
}

/** How many of a week's scheduled runs a platform has. */
function countOfWeek(planned: ReadonlySet<string>, platform: Platform, week: string): number {
  return [...planned].filter((cell) => {
    const [on, date = ''] = cell.split(':');
    return on === platform && weekOf(date) === week;
  }).length;
}

function creditsOfPrompt(prompt: ScheduledPrompt, month: ForecastMonth): number {
  const { promptId, platforms, frequency, dueAt, planned } = prompt;
  const asked = platforms.filter((platform) => reasonToSkip(prompt, platform, month) === null);
  const plannedAt = dueAt > month.now ? dueAt : month.now;
  if (plannedAt >= month.endsAt) return 0;
  const forAt = askedAt(dueAt, plannedAt);
  const repeats = repeatsOf(prompt, month.tier);
  const { date, occasion, ordinal, startsAt, endsAt } = periodOf(frequency, forAt, repeats);
  const open = asked
    .filter((platform) => !planned.has(cellOf(platform, date, occasion)))
    .filter((platform) => countOfWeek(planned, platform, weekOf(date)) < ordinal);
  const further = Math.ceil(
    (month.endsAt.getTime() - slotOfNextPeriod(promptId, frequency, forAt, repeats).getTime()) /
      (endsAt.getTime() - startsAt.getTime()),
  );
  return open.length + asked.length * Math.max(0, further);
}

function toScheduledPrompt(row: ScheduledRow): ScheduledPrompt {
  return {
    promptId: row.prompt_id,
    platforms: row.platforms,
    frequency: row.monitoring_frequency,
    repeats: row.repeats,
    dueAt: new Date(row.next_at),
    place: row.place,
    placeOfFrequency: row.place_of_frequency,
    planned: new Set(row.planned),
  };
}
