import { type Statement, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { IN_SCOPE, SCOPE } from './metric-scope.js';

/** Which breakdowns of a score are wanted; rows come for these alone. */
export interface VisibilityCuts {
  platforms: boolean;
  days: boolean;
}

/**
 * A platform's sums, or a day's, or the whole project's where days are not wanted; days and the whole have no platform.
 * Where nothing was counted the sums are null.
 */
export interface VisibilityRow {
  project_id: string;
  /**
   * The enabled platforms, in a project's first rows where platforms are wanted; on each row they took a tenth of it
   * all.
   */
  enabled: Platform[] | null;
  bucket_date: string | null;
  platform: Platform | null;
  responses: number | null;
  naming: number | null;
}

const SCORE = statement<VisibilityRow>('score-of-projects', scoreBy({ date: null, platform: null, grouping: '' }));

const SCORE_BY_PLATFORM = statement<VisibilityRow>(
  'score-by-platform-of-projects',
  scoreBy({
    date: null,
    platform: 'r.platform',
    grouping: 'group by grouping sets ((), (r.platform))',
  }),
);

const SCORE_BY_DAY = statement<VisibilityRow>(
  'score-by-day-of-projects',
  scoreBy({
    date: 'r.bucket_date',
    platform: null,
    grouping: 'group by r.bucket_date',
  }),
);

/** Both breakdowns of the same rows at once; the days make up the whole. */
const SCORE_BY_PLATFORM_AND_DAY = statement<VisibilityRow>(
  'score-by-platform-and-day-of-projects',
  scoreBy({
    date: 'r.bucket_date',
    platform: 'r.platform',
    grouping: 'group by grouping sets ((r.bucket_date), (r.platform))',
  }),
);

/**
 * The statement for the breakdowns wanted, and no more. Binds account, projects, the first and the last day, and the
 * platforms asked for, or null.
 */
export function visibilityCut({ platforms, days }: VisibilityCuts): Statement<VisibilityRow> {
  if (platforms) return days ? SCORE_BY_PLATFORM_AND_DAY : SCORE_BY_PLATFORM;
  return days ? SCORE_BY_DAY : SCORE;
}

interface Breakdown {
  date: string | null;
  platform: string | null;
  grouping: string;
}

function scoreBy({ date, platform, grouping }: Breakdown): string {
  const isFirst = date === null ? 'c.platform is null' : 'c.bucket_date is null';
  const enabled = platform === null ? 'null::text[]' : `case when ${isFirst} then x.platforms end`;
  return `with ${SCOPE}
   select x.project_id, ${enabled} as enabled, c.bucket_date, c.platform, c.responses, c.naming
   from scope x
   left join lateral (
     select ${date ?? 'null::date'} as bucket_date, ${platform ?? 'null::text'} as platform,
       sum(r.response_count)::int as responses, sum(r.brand_mention_count)::int as naming
     from daily_response r
     where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[]))
     ${grouping}
   ) c on true
   order by c.bucket_date nulls first, c.platform nulls first`;
}
