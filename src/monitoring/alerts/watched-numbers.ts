import { WATCHED_COMPETITORS_DEFAULT } from '../../core/alert-settings/alert-settings.js';
import { judgedFrom } from '../../core/analysis-state/judge-of-analysis.js';
import type { ProjectScope } from '../../core/facts/project-scope.js';
import { INTENT, joinWordings, WORDINGS } from '../../core/metrics/intents.js';
import { IN_SCOPE, ON_DAYS, SCOPE } from '../../core/metrics/metric-query.js';
import { sum } from '../../core/metrics/shares.js';
import { daysBefore, daysBetween, daysFrom } from '../../core/time.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { DAYS_READ, WEEKS, type WeeklyCell } from './scan.js';

/** A count by week before the day $4, the newest first. */
function weeksOf(count: string, condition = 'true'): string {
  const week = '($4::date - r.bucket_date) / 7';
  const weeks = Array.from(
    { length: WEEKS },
    (_, at) => `coalesce(sum(${count}) filter (where ${week} = ${at} and ${condition}), 0)::int`,
  );
  return `array[${weeks.join(', ')}]`;
}

interface CellRow {
  of: 'brand' | 'tone' | 'rival';
  /** Of a rival: the name that answers are counted by. */
  subject_id: string | null;
  platform: Platform;
  question: string;
  /** Null for rivals, which are of the brand's cells. */
  intent: string | null;
  answers: number[];
  sums: number[];
}

/**
 * The nine weeks to the day $4, of which the days are $3, by question and platform, in no order. Of the brand answers
 * and those that name it; of the tone those that name the brand and were read by the present judge, and the positive
 * ones; of a rival, by what answers are counted by, those that name it. Each part is summed before anything is joined
 * to it, and apart (`materialized`): joined and sorted row by row, a full agency project took three times as long.
 */
const WATCHED = statement<CellRow>(
  'watched-numbers-of-project',
  `with ${SCOPE}, ${WORDINGS},
   brand as materialized (
     select b.*
     from scope x
     cross join lateral (
       select r.platform, r.question_hash, ${weeksOf('r.response_count')} as answers,
         ${weeksOf('r.brand_mention_count')} as sums
       from daily_question_response r
       where ${ON_DAYS}
       group by r.platform, r.question_hash
     ) b
   ),
   tone as materialized (
     select t.*
     from scope x
     join analysis_selection s on s.account_id = $1 and s.project_id = x.project_id
     cross join lateral (
       select r.platform, r.question_hash, ${weeksOf('1')} as answers,
         ${weeksOf('1', `r.sentiment = 'positive'`)} as sums
       from answer_reading r
       where ${ON_DAYS} and r.is_brand_named and r.sentiment is not null and r.sentiment_source <> 'no_rule'
         and (s.former_judges is null or r.answered_at >= ${judgedFrom('s')})
       group by r.platform, r.question_hash
     ) t
   ),
   rival as materialized (
     select m.*
     from scope x
     cross join lateral (
       select r.subject_id, r.platform, r.question_hash, ${weeksOf('r.response_count')} as sums
       from daily_question_mention r
       where ${ON_DAYS}
       group by r.subject_id, r.platform, r.question_hash
     ) m
   )
   select 'brand' as of, null::uuid as subject_id, c.platform, encode(c.question_hash, 'hex') as question,
     encode(${INTENT}, 'hex') as intent, c.answers, c.sums
   from brand c
   ${joinWordings('($2::uuid[])[1]')}
   union all
   select 'tone', null, c.platform, encode(c.question_hash, 'hex'), encode(${INTENT}, 'hex'), c.answers, c.sums
   from tone c
   ${joinWordings('($2::uuid[])[1]')}
   union all
   select 'rival', c.subject_id, c.platform, encode(c.question_hash, 'hex'), null, '{}', c.sums
   from rival c`,
);

interface RivalRow {
  subject_id: string;
  competitor_id: string;
  name: string;
}

/** The competitors that are tracked, and what answers are counted by of each. */
const TRACKED = statement<RivalRow>(
  'tracked-names-of-project',
  `select k.id as subject_id, c.id as competitor_id, c.name
   from competitor_candidate k
   join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
   where k.account_id = $1 and k.project_id = $2
   order by c.id, k.id`,
);

const ANSWER_DAYS = statement<{ platform: Platform; days: string[] }>(
  'answer-days-of-project',
  `with ${SCOPE}
   select r.platform, array_agg(r.bucket_date::text order by r.bucket_date) as days
   from scope x
   join daily_response r on ${IN_SCOPE} and r.response_count > 0
   group by r.platform
   order by r.platform`,
);

/** A cell of a watched series, and whose it is. */
export interface WatchedCell extends WeeklyCell {
  /** The question's hash, in hexadecimal digits. */
  question: string;
  platform: Platform;
}

/** The numbers of a project that a daily check reads. */
export interface WatchedNumbers {
  /** The last day of the newest week. */
  day: string;
  brand: readonly WatchedCell[];
  /** Answers that name the brand and were read, and positive ones. */
  tone: readonly WatchedCell[];
  /** Mentions of tracked names, the brand's among them. */
  voice: readonly WatchedCell[];
  /** The competitors that are watched, the one that is named most first. */
  competitors: readonly WatchedCompetitor[];
  /** The hash of the question that leads each intent, in hexadecimal digits, by its number. */
  intents: readonly string[];
  /** Whether there were answers on each day, the last first; of a platform, or of all where it is null. */
  answerDays(platform: Platform | null): readonly boolean[];
}

export interface WatchedCompetitor {
  id: string;
  name: string;
  cells: readonly WatchedCell[];
}

/**
 * Reads the nine weeks that end with a day.
 * @param watched the competitors to watch; null for those named most.
 */
export async function readWatchedNumbers(
  db: DatabaseSession,
  { accountId, projectId }: ProjectScope,
  day: string,
  watched: readonly string[] | null,
): Promise<WatchedNumbers> {
  const from = daysBefore(day, DAYS_READ - 1);
  const rows = await db.rows(WATCHED, [accountId, [projectId], daysFrom(from, day), day]);
  const days = await db.rows(ANSWER_DAYS, [accountId, [projectId], from, day]);
  const tracked = await db.rows(TRACKED, [accountId, projectId]);
  const brandRows = rows.filter((row) => row.of === 'brand').toSorted(byQuestion);
  const intents = [...new Set(brandRows.map(({ intent }) => intent ?? ''))];
  const numbers = new Map(intents.map((intent, at) => [intent, at]));
  const brand = brandRows.map((row) => toCell(row, numbers));
  const competitors = competitorsOf(rows, tracked, brand);
  return {
    ...{ day, brand, intents, voice: voiceOf(brand, competitors) },
    tone: rows
      .filter((row) => row.of === 'tone')
      .toSorted(byQuestion)
      .map((row) => toCell(row, numbers)),
    competitors: chosen(competitors, watched),
    answerDays: (platform) => {
      const flags = Array.from({ length: DAYS_READ }, () => false);
      for (const own of days) {
        if (platform !== null && own.platform !== platform) continue;
        for (const each of own.days) flags[daysBetween(each, day)] = true;
      }
      return flags;
    },
  };
}

function byQuestion(one: CellRow, other: CellRow): number {
  if (one.question !== other.question) return one.question < other.question ? -1 : 1;
  return one.platform < other.platform ? -1 : 1;
}

function toCell({ question, intent, platform, answers, sums }: CellRow, numbers: Map<string, number>): WatchedCell {
  return { question, platform, intent: numbers.get(intent ?? '') ?? 0, answers, sums };
}

/** Every competitor in the brand's cells: where it is not named, it is counted as such. */
function competitorsOf(
  rows: readonly CellRow[],
  tracked: readonly RivalRow[],
  brand: readonly WatchedCell[],
): WatchedCompetitor[] {
  const bySubject = new Map(tracked.map((rival) => [rival.subject_id, rival]));
  const found = new Map<string, { name: string; sums: Map<string, readonly number[]> }>();
  for (const { subject_id, question, platform, sums } of rows) {
    const rival = subject_id === null ? undefined : bySubject.get(subject_id);
    if (!rival) continue;
    const own = found.get(rival.competitor_id) ?? { name: rival.name, sums: new Map<string, readonly number[]>() };
    const cell = `${question} ${platform}`;
    const before = own.sums.get(cell);
    own.sums.set(cell, before ? sums.map((count, week) => count + (before[week] ?? 0)) : sums);
    found.set(rival.competitor_id, own);
  }
  const none = Array.from({ length: WEEKS }, () => 0);
  return Array.from(found, ([id, { name, sums }]) => ({
    ...{ id, name },
    cells: brand.map((cell) => ({ ...cell, sums: sums.get(`${cell.question} ${cell.platform}`) ?? none })),
  }));
}

function voiceOf(brand: readonly WatchedCell[], competitors: readonly WatchedCompetitor[]): WatchedCell[] {
  return brand.map((cell, at) => ({
    ...cell,
    answers: cell.sums.map((naming, week) => naming + sum(competitors.map(({ cells }) => cells[at]?.sums[week] ?? 0))),
  }));
}

function chosen(competitors: readonly WatchedCompetitor[], watched: readonly string[] | null): WatchedCompetitor[] {
  const named = ({ cells }: WatchedCompetitor) => sum(cells.map(({ sums }) => sum(sums)));
  const ordered = [...competitors].sort((one, other) => named(other) - named(one) || one.id.localeCompare(other.id));
  return watched ? ordered.filter(({ id }) => watched.includes(id)) : ordered.slice(0, WATCHED_COMPETITORS_DEFAULT);
}

/** A competitor's cells less the brand's: who is named in more of the same answers. */
export function leadOf({ cells }: WatchedCompetitor, brand: readonly WatchedCell[]): WatchedCell[] {
  return cells.map((cell, at) => ({
    ...cell,
    sums: cell.sums.map((naming, week) => naming - (brand[at]?.sums[week] ?? 0)),
  }));
}
