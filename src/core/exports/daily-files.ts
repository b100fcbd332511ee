import {
  CITATION_ROWS,
  countDailyRows,
  type DailyKeyView,
  type DailyRows,
  dailyPages,
  MENTION_ROWS,
  SENTIMENT_ROWS,
  VISIBILITY_ROWS,
} from '../reporting/daily-rows.js';
import type { Cell, FileKind } from './file-kind.js';
import { fileOf } from './file-kind.js';

/** The flat tables of GraphQL as files: a row for each day and platform, and name or domain where there is one. */

const KEY = {
  project_id: (row: DailyKeyView) => row.projectId,
  project_name: (row: DailyKeyView) => row.projectName,
  platform: (row: DailyKeyView) => row.platform,
  date: (row: DailyKeyView) => row.date,
};

export const VISIBILITY_FILE = bounded(VISIBILITY_ROWS, {
  visibility_score: (row) => row.visibilityScore,
  brand_mention_count: (row) => row.brandMentionCount,
  response_count: (row) => row.responseCount,
});

export const SENTIMENT_FILE = bounded(SENTIMENT_ROWS, {
  positive: (row) => row.positive,
  neutral: (row) => row.neutral,
  negative: (row) => row.negative,
  mixed: (row) => row.mixed,
  total: (row) => row.total,
});

export const MENTIONS_FILE = counted(MENTION_ROWS, {
  name: (row) => row.name,
  is_brand: (row) => row.isBrand,
  competitor_candidate_id: (row) => row.competitorCandidateId,
  competitor_id: (row) => row.competitorId,
  mention_count: (row) => row.mentionCount,
  response_count: (row) => row.responseCount,
});

export const CITATIONS_FILE = counted(CITATION_ROWS, {
  domain: (row) => row.domain,
  citation_count: (row) => row.citationCount,
  response_count: (row) => row.responseCount,
});

type Columns<View> = Readonly<Record<string, (row: DailyKeyView & View) => Cell>>;

/** A row for each day and platform: 364 at most. */
function bounded<Measures, View>(daily: DailyRows<Measures, View>, columns: Columns<View>): FileKind {
  return fileOf(
    { isOfPeriod: true, count: null, pages: (ctx, scope) => dailyPages(ctx, daily, scope) },
    {
      ...KEY,
      ...columns,
    },
  );
}

function counted<Measures, View>(daily: DailyRows<Measures, View>, columns: Columns<View>): FileKind {
  return {
    ...bounded(daily, columns),
    count: (ctx, scope, most) => countDailyRows(ctx, daily, scope, most),
  };
}
