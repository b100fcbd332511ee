import { WATCHED_COMPETITORS_DEFAULT } from '../../core/alert-settings/alert-settings.js';
import type { ProjectScope } from '../../core/facts/project-scope.js';
import { INTENT, joinWordings, WORDINGS } from '../../core/metrics/intents.js';
import { IN_SCOPE, SCOPE } from '../../core/metrics/metric-query.js';
import { sum } from '../../core/metrics/shares.js';
import { daysBefore, daysBetween } from '../../core/time.js';
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
  of: 'brand' | 'competitor' | 'tone';
  competitor_id: string | null;
  name: string | null;
  platform: Platform;
  question: string;
  intent: string;
  answers: number[];
  sums: number[];
}

/**
 * The nine weeks to the day $4 by subject, question and platform. Of the brand answers and those that name it; of a
 * competitor those that name it; of the tone those that name the brand and were read, and the positive ones.
 */
const WATCHED = statement<CellRow>(
  'watched-numbers-of-project',
  `with ${SCOPE}, ${WORDINGS},
   cell as (
     select 'brand' as of, null::uuid as competitor_id, null as name, r.platform, r.question_hash,
       ${weeksOf('r.response_count')} as answers, ${weeksOf('r.brand_mention_count')} as sums
     from scope x
     join daily_question_response r on ${IN_SCOPE}
     group by r.platform, r.question_hash
     union all
     select 'competitor', c.id, c.name, r.platform, r.question_hash, '{}', ${weeksOf('r.response_count')}
     from scope x
     join daily_question_mention r on ${IN_SCOPE}
     join competitor_candidate k on k.account_id = $1 and k.id = r.subject_id
     join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
     group by c.id, c.name, r.platform, r.question_hash
     union all
     select 'tone', null, null, r.platform, r.question_hash, ${weeksOf('1')},
       ${weeksOf('1', `r.sentiment = 'positive'`)}
     from scope x
     join answer_reading r on ${IN_SCOPE}
     where r.is_brand_named and r.sentiment is not null and r.sentiment_source <> 'no_rule'
     group by r.platform, r.question_hash
   )
   select c.of, c.competitor_id, c.name, c.platform, encode(c.question_hash, 'hex') as question,
     encode(${INTENT}, 'hex') as intent, c.answers, c.sums
   from cell c
   ${joinWordings('($2::uuid[])[1]')}
   order by c.of, c.competitor_id, c.question_hash, c.platform`,
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
  const values = [accountId, [projectId], daysBefore(day, DAYS_READ - 1), day];
  const rows = await db.rows(WATCHED, values);
  const days = await db.rows(ANSWER_DAYS, values);
  const brandRows = rows.filter((row) => row.of === 'brand');
  const intents = [...new Set(brandRows.map(({ intent }) => intent))];
  const numbers = new Map(intents.map((intent, at) => [intent, at]));
  const brand = brandRows.map((row) => toCell(row, numbers));
  const competitors = competitorsOf(rows, brand);
  return {
    ...{ day, brand, intents, voice: voiceOf(brand, competitors) },
    tone: rows.filter((row) => row.of === 'tone').map((row) => toCell(row, numbers)),
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

function toCell({ question, intent, platform, answers, sums }: CellRow, numbers: Map<string, number>): WatchedCell {
  return { question, platform, intent: numbers.get(intent) ?? 0, answers, sums };
}

/** Every competitor in the brand's cells: where it is not named, it is counted as such. */
function competitorsOf(rows: readonly CellRow[], brand: readonly WatchedCell[]): WatchedCompetitor[] {
  const found = new Map<string, { name: string; sums: Map<string, number[]> }>();
  for (const { competitor_id: id, name, question, platform, sums } of rows) {
    if (id === null || name === null) continue;
    const own = found.get(id) ?? { name, sums: new Map<string, number[]>() };
    own.sums.set(`${question} ${platform}`, sums);
    found.set(id, own);
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
